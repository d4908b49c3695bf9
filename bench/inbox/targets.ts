import type { Database } from '../../server/src/platform/db/database.ts'
import { sql } from '../../server/src/platform/db/sql.ts'
import { commonWords, rareWords } from './mail.ts'

/** One kind of request in many variants; the first path is the one that the load "same" repeats. */
export type Target = { title: string; limits: Limits; share: number; paths: string[] }

/** What p99 may be at a steady pace, and without a pause. */
type Limits = { pacedMs: number; unpacedMs: number }
const limits = {
  list: { pacedMs: 10, unpacedMs: 20 },
  search: { pacedMs: 30, unpacedMs: 60 },
  thread: { pacedMs: 25, unpacedMs: 60 },
}

// So many that 20 clients rarely ask for the same at the same moment.
const variants = 500

type Get = (path: string) => Promise<{ nextCursor: string | null }>

/** The first pages of a list, by their cursors. */
async function pagesOf(path: string, get: Get) {
  const paths = [path]
  while (paths.length < variants) {
    const { nextCursor } = await get(paths.at(-1) ?? path)
    if (nextCursor === null) break
    paths.push(`${path}${path.includes('?') ? '&' : '?'}cursor=${nextCursor}`)
  }
  return paths
}

const threadsOf = (db: Database, size: number) =>
  db.rows<{ id: string }>(sql`
    select id from threads where message_count <= ${size} order by message_count desc, id limit ${variants}`)

const search = (list: string, words: string[]) => words.map((q) => `/${list}?q=${encodeURIComponent(q)}`)

export async function targetsOf(db: Database, get: Get): Promise<Target[]> {
  const [common, rare] = [commonWords(variants), rareWords(variants)]
  const both = common.map((word, i) => `${word} ${rare[i]} OR from:example${i % 40}`)
  const nowhere = rare.map((word) => `${word}nowhere`)
  const threads = (await threadsOf(db, 30)).map(({ id }) => `/threads/${id}`)
  const unread = await pagesOf('/threads?filter=unread', get)
  return [
    { title: 'Thread list', limits: limits.list, share: 1, paths: await pagesOf('/threads', get) },
    { title: 'Thread list, unread', limits: limits.list, share: 1, paths: unread },
    { title: 'Search, common word', limits: limits.search, share: 0.25, paths: search('threads', common) },
    { title: 'Search, rare word', limits: limits.search, share: 0.25, paths: search('threads', rare) },
    {
      title: 'Search, two words or a sender',
      limits: limits.search,
      share: 0.25,
      paths: search('messages', both),
    },
    { title: 'Search, unknown word', limits: limits.search, share: 0.25, paths: search('threads', nowhere) },
    { title: 'Opening a thread of 30', limits: limits.thread, share: 0.1, paths: threads },
  ]
}
