import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { desktop, phone } from './product.ts'

type Violation = { id: string; nodes: { target: string[]; failureSummary?: string }[] }

/** Accessibility, as far as a program can judge it. */
async function expectAccessible(page: Page, where: string, rules: 'all' | 'color-contrast') {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source)
  const runOnly = rules === 'all' ? '' : `runOnly: ['${rules}'], `
  // Mail of others is judged by nobody, so frames are left out.
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, { ${runOnly}iframes: false, resultTypes: ['violations'] }).then((result) => result.violations)`,
  )
  const shown = violations.map(
    ({ id, nodes }) =>
      `${where}: ${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`,
  )
  expect(shown).toEqual([])
}

/** Nothing is wider than the window. */
async function expectToFit(page: Page, where: string) {
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  expect([where, overflow]).toEqual([where, Math.min(0, overflow)])
}

const folder = fileURLToPath(new URL('../pictures/', import.meta.url))

/** With `PICTURES=1` each checked page is also kept as a picture. */
async function keepPicture(page: Page, name: string) {
  if (!process.env.PICTURES) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: `${folder}${name}.png` })
}

/**
 * Checks a page as it stands in light and dark, on a desktop and a phone. Another look changes colours only, and they are
 * the same on both.
 */
export async function checkPage(
  page: Page,
  name: string,
  themes: readonly string[] = ['classic'],
  modes: readonly string[] = ['light', 'dark'],
) {
  for (const [device, size] of Object.entries({ desktop, phone })) {
    await page.setViewportSize(size)
    for (const theme of themes)
      for (const mode of modes) {
        const where = `${name}-${device}-${theme}-${mode}`
        await page.evaluate(
          `Object.assign(document.documentElement.dataset, ${JSON.stringify({ theme, mode })})`,
        )
        await keepPicture(page, where)
        await expectToFit(page, where)
        const isFirst = theme === themes[0] && mode === modes[0]
        if (isFirst) await expectAccessible(page, where, 'all')
        else if (device === 'desktop') await expectAccessible(page, where, 'color-contrast')
      }
  }
  await page.setViewportSize(desktop)
}
