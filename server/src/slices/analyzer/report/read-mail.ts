import { runInTurns } from '../../../platform/concurrency/run-in-turns.ts'
import type { Db } from '../../../platform/db/database.ts'
import { type AnalyzedMail, readReceived } from '../../messages/index.ts'

export type Period = { mailboxId: string; since: Date; until: Date }
export type Needs = { content: boolean; body: boolean; firstInThread: boolean }

const pageSize = 1_000

function* visitAll(page: AnalyzedMail[], visit: (mail: AnalyzedMail) => void) {
  for (const mail of page) yield visit(mail)
}

/** Visits the received messages of a period, newest first, page by page; requests go first. */
export async function readMail(
  db: Db,
  period: Period,
  { needs, signal }: { needs: Needs; signal: AbortSignal },
  visit: (mail: AnalyzedMail) => void,
) {
  const read = (after: AnalyzedMail | null) => {
    const page = readReceived(db, { ...period, needs, after, limit: pageSize })
    // Awaited one page later, or never.
    page.catch(() => undefined)
    return page
  }
  for (let next: Promise<AnalyzedMail[]> | undefined = read(null); next; ) {
    signal.throwIfAborted()
    const page: AnalyzedMail[] = await next
    // The database reads the next page meanwhile.
    next = page.length < pageSize ? undefined : read(page.at(-1) ?? null)
    await runInTurns(visitAll(page, visit))
  }
}
