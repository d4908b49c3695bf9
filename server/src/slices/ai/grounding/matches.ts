import type { Mention } from './types.ts'

/** The text under search: as written, folded, and what an earlier finder has taken. */
export type Scan = { text: string; folded: string; taken: Uint8Array; mentions: Mention[]; today: number }

const isFree = ({ taken }: Scan, start: number, end: number) => {
  for (let at = start; at < end; at++) if (taken[at]) return false
  return true
}

/** Adds a mention unless a part of it is taken already. */
export function add(scan: Scan, mention: Mention): boolean {
  if (mention.readings.length === 0 || !isFree(scan, mention.start, mention.end)) return false
  scan.taken.fill(1, mention.start, mention.end)
  scan.mentions.push(mention)
  return true
}

/** Marks a range as read: later finders leave it alone. */
export const take = ({ taken }: Scan, start: number, end: number) => taken.fill(1, start, end)

export type Match = RegExpExecArray & { indices: RegExpIndicesArray }

/** Every match in the folded text. The pattern needs the flags `g` and `d`. */
export function* matchesIn({ folded }: Scan, pattern: RegExp): Generator<Match> {
  for (const match of folded.matchAll(pattern)) yield match as Match
}

/** Start and end of a group. */
export const rangeOf = (match: Match, group: number | string): readonly [number, number] => {
  const range = typeof group === 'number' ? match.indices[group] : match.indices.groups?.[group]
  return range ?? [match.index, match.index + match[0].length]
}
