import { gzipSync } from 'node:zlib'
import type { BrowserContext, Page } from 'playwright-core'

// Each measure runs in the page itself, so that the time between the program and the browser is not counted.

/** Notes when the first thread of the list can be read, counted from the start of the navigation. */
const noteReadable = `window.readable = new Promise((resolve) => {
  const look = () => {
    if (document.querySelector('.mails .mail .m-sub')?.textContent) resolve(performance.now())
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})`

export async function timeInbox(page: Page): Promise<number> {
  await page.goto('/mail/inbox')
  return page.evaluate<number>('window.readable')
}

export const watchReadable = (context: BrowserContext) => context.addInitScript(noteReadable)

/** The scripts that a page loads while it is opened. */
export async function scriptsOf(page: Page, open: () => Promise<unknown>): Promise<Buffer[]> {
  const bodies: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body())
  })
  await open()
  await page.waitForLoadState('networkidle')
  return Promise.all(bodies)
}

/** What they weigh as gzip sends them, in kilobytes. */
export const weigh = (scripts: readonly Buffer[]) =>
  scripts.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1000

/** From the key to the frame that shows the text of the next thread. */
const openNext = `new Promise((resolve, reject) => {
  const before = location.pathname
  const from = performance.now()
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
  const look = () => {
    const frame = document.querySelector('.reader article iframe:not([hidden])')
    const isShown = location.pathname !== before &&
      document.querySelector('.mail.on .m-sub')?.textContent === document.querySelector('.reader h1')?.textContent &&
      (frame ? frame.contentDocument?.body?.textContent : document.querySelector('.reader article')?.textContent)
    if (isShown) requestAnimationFrame(() => resolve(performance.now() - from))
    else if (performance.now() - from > 10000) reject(new Error('the next thread did not open'))
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})`

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Opens threads one after the other, at the pace of a quick reader. */
export async function timeNextThreads(page: Page, count: number, pauseMs: number): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < count; at++) {
    times.push(await page.evaluate<number>(openNext))
    await pause(pauseMs)
  }
  return times
}

/** Scrolls the list by eight rows a frame until it has passed this many threads; returns the time of each frame. */
const scroll = (threads: number) => `new Promise((resolve) => {
  const list = document.querySelector('.mails')
  const row = document.querySelector('.mails .mail').getBoundingClientRect().height
  const frames = []
  let last = performance.now()
  const step = (now) => {
    frames.push(now - last)
    last = now
    list.scrollTop += row * 8
    if (list.scrollTop < ${threads} * row) requestAnimationFrame(step)
    else resolve(frames)
  }
  requestAnimationFrame(step)
})`

export const timeScrolling = (page: Page, threads: number) => page.evaluate<number[]>(scroll(threads))

/** Live objects of the page after a garbage collection, in megabytes. */
export async function weighMemory(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 2 ** 20
}
