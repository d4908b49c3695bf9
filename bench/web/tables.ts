import type { Page } from 'playwright-core'
import type { Database } from '../../server/src/platform/db/database.ts'
import { sql } from '../../server/src/platform/db/sql.ts'
import { fill } from '../tables/fill.ts'
import { openContext, quantile, report, type Visitor } from './visitor.ts'

const rowCount = 1_000_000
const deps = {
  live: { publish: () => undefined },
  limits: { maxTables: 100, maxColumns: 50, maxRows: 100_000_000, maxCellChars: 10_000 },
}

/** A table of a million rows; a kept database is filled once. */
async function prepareTable(db: Database, memberId: string): Promise<string> {
  const known = await db.row<{ id: string }>(sql`select id from tables where name = 'Bench' limit 1`)
  if (known) return known.id
  const id = await fill(db, memberId, rowCount, deps)
  await db.pool.query('vacuum analyze')
  return id
}

/** Scrolls by whole screens, through the beginning and then in leaps through all of it; the time of each frame. */
const scroll = (by: string, frames: number) => `new Promise((resolve) => {
  const grid = document.querySelector('.table-grid')
  const frames = []
  let last = performance.now()
  const step = (now) => {
    frames.push(now - last)
    last = now
    grid.scrollTop += ${by}
    if (frames.length < ${frames}) requestAnimationFrame(step)
    else resolve(frames.slice(1))
  }
  requestAnimationFrame(step)
})`

async function reportScrolling(page: Page, title: string, by: string, count: number) {
  const frames = await page.evaluate<number[]>(scroll(by, count))
  report(title, quantile(frames, 0.95), 'ms', 50)
  const slow = frames.filter((ms) => ms > 50).length
  const longest = Math.max(...frames).toFixed(0)
  console.log(`  ${frames.length} frames, ${slow} over 50 ms, the longest ${longest} ms`)
}

/** A table of a million rows, scrolled row by row and from end to end. */
export async function measureTables(visitor: Visitor) {
  const id = await prepareTable(visitor.db, visitor.memberId)
  const context = await openContext(visitor)
  const page = await context.newPage()
  await page.goto(`/tables/${id}`)
  await page.locator('.table-grid .cell').first().waitFor()
  await reportScrolling(page, 'frame while scrolling a table (p95)', '96', 600)
  await reportScrolling(page, 'frame while leaping through it (p95)', 'grid.scrollHeight / 300', 300)
  await context.close()
}
