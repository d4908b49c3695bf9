import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { SearchNode } from './search-node.ts'
import { lexemeOf } from './search-vector.ts'

/** The share of all messages that contains each common word, and an estimate for any other word. */
export type WordFrequencies = { common: Map<string, number>; rareShare: number; messages: number }

/** Reads the planner statistics. They are rough and some hours old, which suffices to choose a strategy. */
export async function readWordFrequencies(db: Db): Promise<WordFrequencies | undefined> {
  const found = await db.row<{ words: string[]; shares: number[]; messages: number }>(sql`
    select s.most_common_elems::text::text[] as words, s.most_common_elem_freqs as shares,
      c.reltuples::float8 as messages
    from pg_stats s join pg_class c on c.oid = 'messages'::regclass and c.relname = s.tablename
    where s.schemaname = current_schema() and s.attname = 'search' and s.most_common_elems is not null`)
  if (!found || found.messages <= 0) return undefined
  const { words, shares, messages } = found
  const common = new Map(words.map((word, i) => [word, shares[i] ?? 1]))
  // Most other words are much rarer than the rarest common one.
  return { common, rareShare: Math.min(...common.values()) / 4, messages }
}

const product = (shares: number[]) => shares.reduce((result, share) => result * share, 1)

/** Assumes that words are independent; undefined when unknown. */
function estimateShare(node: SearchNode, frequencies: WordFrequencies): number | undefined {
  if (node.kind === 'text') {
    if (node.prefix) return undefined
    const only = node.weights.length === 1 ? node.weights[0] : undefined
    const { common, rareShare: others } = frequencies
    return product(node.words.map((word) => common.get(lexemeOf(word, only)) ?? others))
  }
  if (node.kind !== 'and' && node.kind !== 'or') return undefined
  const parts = node.parts.map((part) => estimateShare(part, frequencies))
  const known = parts.filter((share) => share !== undefined)
  if (node.kind === 'and') return known.length > 0 ? product(known) : undefined
  return known.length === parts.length ? known.reduce((sum, share) => sum + share, 0) : undefined
}

export type MatchEstimate = { matches: number; share: number }

/** The expected number of matching messages, over all members. */
export function estimateMatches(node: SearchNode, frequencies: WordFrequencies): MatchEstimate | undefined {
  const share = estimateShare(node, frequencies)
  return share === undefined ? undefined : { matches: Math.round(share * frequencies.messages), share }
}

const cacheMs = 10 * 60_000
const cache = new WeakMap<Db, { since: number; frequencies: Promise<WordFrequencies | undefined> }>()

/** Estimates with statistics that are read at most every ten minutes. */
export async function readMatchEstimate(db: Db, node: SearchNode): Promise<MatchEstimate | undefined> {
  let entry = cache.get(db)
  if (!entry || performance.now() - entry.since > cacheMs) {
    // A search without statistics is only slower.
    entry = { since: performance.now(), frequencies: readWordFrequencies(db).catch(() => undefined) }
    cache.set(db, entry)
  }
  const frequencies = await entry.frequencies
  return frequencies && estimateMatches(node, frequencies)
}
