// `npm run pictures -- [--pages inbox,desk] [--looks classic-light] [--languages en] [--widths 390] [--to pictures]`
// Pictures of every page in both languages, six looks and two widths, from the demonstration. `--docs` writes the few
// that README shows instead, into docs/pictures. `--check` looks for faults as well: violations that axe finds, a page
// wider than its window, text that is cut.
import { mkdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { type Demo, startDemo } from '../demo/start-demo.ts'
import { openBrowser } from '../e2e/support/launch.ts'
import { findFaults } from './pictures/faults.ts'
import { type Pictured, pages } from './pictures/pages.ts'

const everyLook = ['classic', 'meridian', 'atelier'].flatMap((theme) => [`${theme}-light`, `${theme}-dark`])
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: pages.map(({ name }) => name).join(',') },
    looks: { type: 'string', default: everyLook.join(',') },
    languages: { type: 'string', default: 'en,fr' },
    widths: { type: 'string', default: '1280,390' },
    to: { type: 'string', default: 'pictures' },
    docs: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
})

const heights: Record<number, number> = { 1280: 800, 390: 844 }

type Look = { width: number; language: string; look: string }

/** A window of its own for each look: theme and language come with the cookie, as they do for a member. */
async function openPage(browser: Browser, demo: Demo, { as }: Pictured, { width, language, look }: Look) {
  const context = await browser.newContext({
    baseURL: demo.url,
    viewport: { width, height: heights[width] ?? 800 },
    locale: language === 'fr' ? 'fr-FR' : 'en-GB',
    reducedMotion: 'reduce',
  })
  const [theme = 'classic', mode = 'light'] = look.split('-')
  const cookies = [{ name: 'mailwright_look', value: `${theme}.${mode}.${language}`, url: demo.url }]
  if (as) {
    const member = demo.company[as]
    await member.call('PATCH', '/me/settings', { locale: language, theme: mode, themeName: theme })
    cookies.push({ name: 'mailwright_session', value: member.sessionToken, url: demo.url })
  }
  await context.addCookies(cookies)
  return context.newPage()
}

async function show(page: Page, pictured: Pictured, demo: Demo) {
  await page.goto(await pictured.path(demo))
  await pictured.ready(page)
  // Fonts and images that the page asked for.
  await page.waitForLoadState('networkidle').catch(() => undefined)
}

async function takePictures(browser: Browser, demo: Demo, wanted: Pictured[], looks: Look[]) {
  await mkdir(values.to, { recursive: true })
  for (const pictured of wanted)
    for (const look of looks) {
      const page = await openPage(browser, demo, pictured, look)
      const path = `${values.to}/${pictured.name}-${look.width}-${look.look}-${look.language}.png`
      try {
        await show(page, pictured, demo)
        console.log(path)
      } catch (error) {
        // The picture shows what was there instead.
        console.error(`${path}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
        process.exitCode = 1
      }
      await page.screenshot({ path })
      for (const fault of values.check ? await findFaults(page) : []) {
        console.error(`${path}: ${fault}`)
        process.exitCode = 1
      }
      await page.context().close()
    }
}

/** One look each, so that the files stay small. */
async function takeDocsPictures(browser: Browser, demo: Demo) {
  await mkdir('docs/pictures', { recursive: true })
  for (const pictured of pages.filter(({ shownInDocs }) => shownInDocs)) {
    const width = pictured.shownInDocs === 'phone' ? 390 : 1280
    const page = await openPage(browser, demo, pictured, { width, language: 'en', look: 'classic-light' })
    await show(page, pictured, demo)
    const path = `docs/pictures/${pictured.name}.png`
    await page.screenshot({ path })
    console.log(path)
    await page.context().close()
  }
}

const split = (list: string) => list.split(',').filter(Boolean)
const demo = await startDemo({ arrivalSeconds: 0 })
const browser = await openBrowser()
try {
  const looks = split(values.widths).flatMap((width) =>
    split(values.looks).flatMap((look) =>
      split(values.languages).map((language) => ({ width: Number(width), look, language })),
    ),
  )
  const wanted = pages.filter(({ name }) => split(values.pages).includes(name))
  await (values.docs ? takeDocsPictures(browser, demo) : takePictures(browser, demo, wanted, looks))
} finally {
  await browser.close()
  await demo.stop()
}
