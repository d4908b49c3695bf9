import axe from 'axe-core'
import type { Page } from 'playwright-core'

type Violation = { id: string; nodes: { target: string[] }[] }

// Runs in the page. Lists cut long subjects on purpose and say so with an ellipsis; what a person acts on or is called
// by must be readable in full.
const findCutTexts = `(() => {
  const named = 'button, a.btn, h1, h2, h3, label, legend, th, [role=tab], [role=columnheader], [role=option], [role=menuitem]'
  return [...document.querySelectorAll('body *')].filter((element) => {
    const style = getComputedStyle(element)
    if (style.overflowX === 'visible' || style.overflowX === 'auto' || style.overflowX === 'scroll') return false
    if (element.clientWidth <= 1 || element.closest('[aria-hidden=true], .sr, .react-flow')) return false
    const isCut = element.scrollWidth > element.clientWidth + 1 && element.textContent.trim() !== ''
    return isCut && (style.textOverflow !== 'ellipsis' || element.matches(named))
  }).map((element) => element.className + ': ' + element.textContent.trim().slice(0, 60))
})()`

/** What is wrong with a page as far as a program can tell. */
export async function findFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  // Mail of others is judged by nobody, so frames are left out.
  const violations = await page.evaluate<Violation[]>(
    "axe.run(document, { iframes: false, resultTypes: ['violations'] }).then(({ violations }) => violations)",
  )
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  const cut = await page.evaluate<string[]>(findCutTexts)
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    ...(overflow > 0 ? [`wider than its window by ${overflow} pixels`] : []),
    ...cut.map((text) => `cut: ${text}`),
  ]
}
