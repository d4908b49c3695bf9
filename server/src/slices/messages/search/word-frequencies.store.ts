import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { SearchNode } from './search-node.ts'
import { lexemeOf } from './search-vector.ts'

/** Which share of all messages holds each of the common words, and about which any other. */
export type WordFrequencies = { common: Map<string, number>; others: number; messages: number }

/** What the database's own statistics say. Rough and some hours old, which is enough to choose a way by. */
export async function readWordFrequencies(db: Db): Promise<WordFrequencies | undefined> {
  const found = await db.row<{ words: string[]; shares: number[]; messages: number }>(sql`
    select s.most_common_elems::text::text[] as words, s.most_common_elem_freqs as shares,
      c.reltuples::float8 as messages
    from pg_stats s join pg_class c on c.oid = 'messages'::regclass and c.relname = s.tablename
    where s.schemaname = current_schema() and s.attname = 'search' and s.most_common_elems is not null`)
  if (!found || found.messages <= 0) return undefined
  const { words, shares, messages } = found
  const common = new Map(words.map((word, i) => [word, shares[i] ?? 1]))
  // Most of the others are much rarer than the rarest of the common ones.
  return { common, others: Math.min(...common.values()) / 4, messages }
}

const product = (shares: number[]) => shares.reduce((all, one) => all * one, 1)

/** As if words came without regard to each other; undefined where nothing tells. */
function expectedShare(node: SearchNode, frequencies: WordFrequencies): number | undefined {
  if (node.kind === 'text') {
    if (node.prefix) return undefined
    const only = node.weights.length === 1 ? node.weights[0] : undefined
    const { common, others } = frequencies
    return product(node.words.map((word) => common.get(lexemeOf(word, only)) ?? others))
  }
  if (node.kind !== 'and' && node.kind !== 'or') return undefined
  const parts = node.parts.map((part) => expectedShare(part, frequencies))
  const known = parts.filter((one) => one !== undefined)
  if (node.kind === 'and') return known.length > 0 ? product(known) : undefined
  return known.length === parts.length ? known.reduce((sum, one) => sum + one, 0) : undefined
}

export type Expected = { matches: number; share: number }

/** How many messages are expected to match, of all members together. */
export function expectedMatches(node: SearchNode, frequencies: WordFrequencies): Expected | undefined {
  const share = expectedShare(node, frequencies)
  return share === undefined ? undefined : { matches: Math.round(share * frequencies.messages), share }
}

const freshMs = 10 * 60_000
const known = new WeakMap<Db, { since: number; frequencies: Promise<WordFrequencies | undefined> }>()

/** The same, read once in ten minutes. */
export async function expectMatches(db: Db, node: SearchNode): Promise<Expected | undefined> {
  let last = known.get(db)
  if (!last || performance.now() - last.since > freshMs) {
    // Without them a search is slower and no worse.
    last = { since: performance.now(), frequencies: readWordFrequencies(db).catch(() => undefined) }
    known.set(db, last)
  }
  const frequencies = await last.frequencies
  return frequencies && expectedMatches(node, frequencies)
}
