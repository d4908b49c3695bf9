import { runInTurns } from '../../../platform/concurrency/run-in-turns.ts'
import type { Db } from '../../../platform/db/database.ts'
import { type AnalyzedMail, readBodyStarts, readBodyTexts, readReceived } from '../../messages/index.ts'

export type Period = { mailboxId: string; since: Date; until: Date }
export type Needs = { content: boolean; firstInThread: boolean }
export type ReadOptions = {
  needs: Needs
  /** The messages whose body is read as well. */
  needsBody?: (mail: AnalyzedMail) => boolean
  /** Their whole text instead of its beginning, in small pages. */
  wholeBodies?: boolean
  signal: AbortSignal
}
type Visit = (mail: AnalyzedMail, body: string | null) => void

const pageSize = 1_000
const pageSizeWithBodies = 50

function* select(page: AnalyzedMail[], needsBody: (mail: AnalyzedMail) => boolean) {
  const ids: string[] = []
  for (const mail of page) yield needsBody(mail) && ids.push(mail.id)
  return ids
}

function* visitAll(page: AnalyzedMail[], bodies: ReadonlyMap<string, string | null>, visit: Visit) {
  for (const mail of page) yield visit(mail, bodies.get(mail.id) ?? null)
}

/** Most bodies decide nothing, and they are what is large: only the others are read. */
async function readBodies(
  db: Db,
  page: AnalyzedMail[],
  { needsBody, wholeBodies = false }: Pick<ReadOptions, 'needsBody' | 'wholeBodies'>,
) {
  const ids = needsBody ? await runInTurns(select(page, needsBody)) : []
  const read = wholeBodies ? readBodyTexts : readBodyStarts
  const found = ids.length > 0 ? await read(db, ids) : []
  return new Map(found.map(({ id, text }) => [id, text]))
}

/** Visits the received messages of a period, newest first, page by page; requests go first. */
export async function readMail(
  db: Db,
  period: Period,
  { needs, signal, ...bodies }: ReadOptions,
  visit: Visit,
) {
  const limit = bodies.wholeBodies ? pageSizeWithBodies : pageSize
  const read = (after: AnalyzedMail | null) => {
    const page = readReceived(db, { ...period, needs, after, limit })
    // Awaited one page later, or never.
    page.catch(() => undefined)
    return page
  }
  for (let next: Promise<AnalyzedMail[]> | undefined = read(null); next; ) {
    signal.throwIfAborted()
    const page: AnalyzedMail[] = await next
    // The database reads the next page meanwhile.
    next = page.length < limit ? undefined : read(page.at(-1) ?? null)
    const texts = await readBodies(db, page, bodies)
    await runInTurns(visitAll(page, texts, visit))
  }
}
