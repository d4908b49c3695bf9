import { atom, atoms, uidSet } from './atoms.ts'
import type { Connection } from './connection.ts'
import { flagsOf, readFetch } from './message.ts'
import { isList, type Node, type Parsed, stringOf } from './response.ts'
import { rangeOf, searchUids, type UidRange } from './search.ts'
import type { FlagChanges, MessageFlags } from './types.ts'
import { expandUids } from './uid-set.ts'

const flagItems = (connection: Connection, withModseq: boolean) =>
  atoms(
    'UID',
    'FLAGS',
    ...(withModseq ? ['MODSEQ'] : []),
    ...(connection.has('X-GM-EXT-1') ? ['X-GM-LABELS'] : []),
  )

/** A later response for the same UID replaces the earlier one. */
function createCollector() {
  const found = new Map<number, MessageFlags>()
  const vanished = new Set<number>()
  const FETCH = (parsed: Parsed) => {
    const fetched = readFetch(parsed)
    if (fetched.uid && fetched.flags) found.set(fetched.uid, flagsOf(fetched, fetched.uid))
  }
  const VANISHED = ({ attributes = [] }: Parsed) => {
    const set = isList(attributes[0]) ? attributes[1] : attributes[0]
    for (const uid of expandUids(stringOf(set))) vanished.add(uid)
  }
  return { found, vanished, untagged: { FETCH, VANISHED } }
}

export async function fetchFlags(connection: Connection, range: UidRange, withModseq: boolean) {
  const { found, vanished, untagged } = createCollector()
  const attributes: Node[] = [uidSet(rangeOf(range)), flagItems(connection, withModseq)]
  await connection.run('UID FETCH', attributes, { untagged })
  return [...found.values()].filter(({ uid }) => !vanished.has(uid)).sort((a, b) => a.uid - b.uid)
}

/**
 * RFC 7162 section 3.2.6. The range ends beyond every UID instead of with `*`, which is the highest existing UID:
 * an expunged message above it would never be reported.
 */
export async function changesSince(connection: Connection, modseq: string): Promise<FlagChanges> {
  const qresync = connection.enabled('QRESYNC')
  const { found, vanished, untagged } = createCollector()
  await connection.run(
    'UID FETCH',
    [
      uidSet(rangeOf({})),
      flagItems(connection, true),
      [atom('CHANGEDSINCE'), atom(modseq), ...(qresync ? atoms('VANISHED') : [])],
    ],
    { untagged },
  )
  const changed = [...found.values()].filter(({ uid }) => !vanished.has(uid)).sort((a, b) => a.uid - b.uid)
  return { changed, vanished: qresync ? [...vanished].sort((a, b) => a - b) : null }
}

export async function findMissing(connection: Connection, known: number[]): Promise<number[]> {
  if (known.length === 0) return []
  let [from, to] = [Number.POSITIVE_INFINITY, 0]
  for (const uid of known) [from, to] = [Math.min(from, uid), Math.max(to, uid)]
  const present = new Set(await searchUids(connection, { from, to }))
  return known.filter((uid) => !present.has(uid))
}
