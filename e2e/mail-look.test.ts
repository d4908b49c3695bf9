import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sanitise } from '../server/src/protocols/mime/sanitise-html.ts'
import { describeWithBrowser, openBrowser } from './support/browser.ts'
import { templateMails } from './support/templates/index.ts'

// Each mail is rendered as its author wrote it and after cleaning, and held against itself word by word.

type Word = {
  text: string
  x: number
  y: number
  size: number
  weight: string
  colour: string
  background: string
}

/** A script for the page: every visible word with its place and look. */
const readWords = `(() => {
  const ancestors = (element) => {
    const list = []
    for (let at = element; at; at = at.parentElement) list.push(getComputedStyle(at))
    return list
  }
  const words = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const styles = ancestors(node.parentElement)
    if (styles.some(({ opacity, visibility }) => opacity === '0' || visibility === 'hidden')) continue
    const painted = styles.find(({ backgroundColor }) => !/^rgba\\(.*, 0\\)$/.test(backgroundColor))
    for (const found of node.nodeValue.matchAll(/\\S+/g)) {
      const range = document.createRange()
      range.setStart(node, found.index)
      range.setEnd(node, found.index + found[0].length)
      const { x, y, width, height } = range.getBoundingClientRect()
      if (width < 1 || height < 2) continue
      words.push({
        text: found[0],
        x,
        y,
        size: parseFloat(styles[0].fontSize),
        weight: styles[0].fontWeight,
        colour: styles[0].color,
        background: painted ? painted.backgroundColor : 'rgb(255, 255, 255)',
      })
    }
  }
  return { words, margin: getComputedStyle(document.body).margin }
})()`

/** The margin around a mail is the reader's, unless the mail sets its own. */
const frame = (html: string, margin: string) =>
  `<!doctype html><html><body style="margin:${margin === '8px' ? margin : 0}">${html}</body></html>`

// Lines of mail without a doctype are a little lower in standards mode, which all mail is shown in.
const maxShift = { standards: 3, quirks: 8 }

/** What differs, in a form that is readable when the test fails. */
function differences(before: Word[], after: Word[], maxDown: number): string[] {
  const texts = (words: Word[]) => words.map(({ text }) => text).join(' ')
  if (texts(before) !== texts(after)) return [`text: ${texts(before)} | ${texts(after)}`]
  // The margin above the first line is the reader's, too.
  const above = (after[0]?.y ?? 0) - (before[0]?.y ?? 0)
  return before.flatMap((one, i) => {
    const other = after[i] as Word
    const far = Math.abs(one.x - other.x) > 3 || Math.abs(one.y + above - other.y) > maxDown
    const kinds = (['size', 'weight', 'colour', 'background'] as const).filter(
      (kind) => one[kind] !== other[kind],
    )
    const place = far
      ? [`place ${Math.round(one.x)},${Math.round(one.y)} is ${Math.round(other.x)},${Math.round(other.y)}`]
      : []
    const found = [...place, ...kinds.map((kind) => `${kind} ${one[kind]} is ${other[kind]}`)]
    return found.length > 0 ? [`${one.text}: ${found.join('; ')}`] : []
  })
}

describeWithBrowser('the look of a mail after cleaning', () => {
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    browser = await openBrowser()
    page = await browser.newPage({ viewport: { width: 760, height: 600 } })
    // Nothing is loaded from anywhere, before and after.
    await page.route('**/*', (route) => route.abort())
  })
  afterAll(() => browser?.close())

  const read = async (html: string, picture: string) => {
    await page.setContent(html)
    if (process.env.PICTURES) {
      const folder = join(import.meta.dirname, 'pictures')
      await mkdir(folder, { recursive: true })
      await page.screenshot({ path: join(folder, `mail-look-${picture}.png`), fullPage: true })
    }
    return page.evaluate<{ words: Word[]; margin: string }>(readWords)
  }

  it('is tried with thirty mails', () => expect(templateMails.length).toBeGreaterThanOrEqual(30))

  it.each(templateMails)('is the same: %s', async (name, html) => {
    const before = await read(html, `${name}-before`)
    const after = await read(frame(sanitise(html).html, before.margin), `${name}-after`)
    expect(before.words.length).toBeGreaterThan(3)
    const mode = /^<!doctype/i.test(html) ? 'standards' : 'quirks'
    expect(differences(before.words, after.words, maxShift[mode])).toEqual([])
  })
})
