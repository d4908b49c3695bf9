import {
  scriptsOf,
  timeInbox,
  timeNextThreads,
  timeScrolling,
  watchReadable,
  weigh,
  weighMemory,
} from './measures.ts'
import { openContext, quantile, report, type Visitor } from './visitor.ts'

async function openMail(visitor: Visitor) {
  const context = await openContext(visitor)
  await watchReadable(context)
  return { context, page: await context.newPage() }
}

/** How soon the inbox can be read. */
export async function measureLoading(visitor: Visitor) {
  const [cold, warm]: [number[], number[]] = [[], []]
  for (let round = 0; round < 7; round++) {
    const { context, page } = await openMail(visitor)
    cold.push(await timeInbox(page))
    warm.push(await timeInbox(page))
    await context.close()
  }
  report('inbox readable, cold cache (median)', quantile(cold, 0.5), 'ms', 1000)
  report('inbox readable, warm cache (median)', quantile(warm, 0.5), 'ms', 400)
}

/** One thread after the other. */
export async function measureReading(visitor: Visitor) {
  const { context, page } = await openMail(visitor)
  const scripts = await scriptsOf(page, () => timeInbox(page))
  report('JavaScript of the inbox, gzipped', weigh(scripts), 'kB', 200)
  if (scripts.some((body) => body.includes('react-flow__'))) throw new Error('the inbox loads the studio')
  await page.locator('.mails .m-link').first().click()
  await page.locator('.reader article').first().waitFor()
  const next = await timeNextThreads(page, 100, 150)
  report('next thread (p95)', quantile(next, 0.95), 'ms', 100)
  const before = await weighMemory(page)
  await timeNextThreads(page, 400, 0)
  const grown = (await weighMemory(page)) - before
  report('memory from 100 to 500 threads opened', grown, 'MB', 10)
  await context.close()
}

/** The list from the newest thread down. */
export async function measureScrolling(visitor: Visitor) {
  const { context, page } = await openMail(visitor)
  await timeInbox(page)
  const frames = await timeScrolling(page, 10_000)
  report('frame while scrolling 10,000 threads (p95)', quantile(frames, 0.95), 'ms', 50)
  const slow = frames.filter((ms) => ms > 50).length
  const longest = Math.max(...frames).toFixed(0)
  console.log(`  ${frames.length} frames, ${slow} over 50 ms, the longest ${longest} ms`)
  await context.close()
}
