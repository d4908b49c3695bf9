import type { Database } from '../../server/src/platform/db/database.ts'
import { sql } from '../../server/src/platform/db/sql.ts'
import { commonWords, rareWords } from './mail.ts'

/** One kind of request in many variants; the first path is the one that the load "same" repeats. */
export type Target = { title: string; targetMs: number; share: number; paths: string[] }

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
    { title: 'Thread list', targetMs: 15, share: 1, paths: await pagesOf('/threads', get) },
    { title: 'Thread list, unread', targetMs: 15, share: 1, paths: unread },
    { title: 'Search, common word', targetMs: 50, share: 0.25, paths: search('threads', common) },
    { title: 'Search, rare word', targetMs: 50, share: 0.25, paths: search('threads', rare) },
    { title: 'Search, two words or a sender', targetMs: 50, share: 0.25, paths: search('messages', both) },
    { title: 'Search, unknown word', targetMs: 50, share: 0.25, paths: search('threads', nowhere) },
    { title: 'Opening a thread of 30', targetMs: 25, share: 0.1, paths: threads },
  ]
}
