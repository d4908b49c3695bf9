import { atom, atoms, text, uidSet } from './atoms.ts'
import type { Connection } from './connection.ts'
import { type Node, numberOf, type Parsed, stringOf } from './response.ts'
import type { UidFilter } from './types.ts'
import { expandUids, packUids, sortedUids } from './uid-set.ts'

/** ESEARCH returns a set, `1:200000`, where SEARCH would list each UID. */
async function search(connection: Connection, criteria: Node[]): Promise<number[]> {
  const found: number[] = []
  const SEARCH = ({ attributes }: Parsed) => {
    for (const node of attributes ?? []) {
      const uid = numberOf(node)
      if (uid) found.push(uid)
    }
  }
  const ESEARCH = ({ attributes = [] }: Parsed) => {
    const at = attributes.findIndex((node) => stringOf(node)?.toUpperCase() === 'ALL')
    if (at >= 0) for (const uid of expandUids(stringOf(attributes[at + 1]))) found.push(uid)
  }
  const extended = connection.has('ESEARCH') ? [atom('RETURN'), atoms('ALL')] : []
  await connection.run('UID SEARCH', [...extended, ...criteria], { untagged: { SEARCH, ESEARCH } })
  return sortedUids(found)
}

export type UidRange = { from?: number; to?: number }
const maxUid = 2 ** 32 - 1

/** Never `n:*`: if all UIDs are below n, `*` still selects the last one (RFC 9051 section 6.4.9). */
export const rangeOf = ({ from = 1, to = maxUid }: UidRange) => `${Math.max(1, from)}:${Math.min(maxUid, to)}`
const within =
  ({ from = 1, to = maxUid }: UidRange) =>
  (uid: number) =>
    uid >= from && uid <= to

const dayMs = 86_400_000
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A day earlier, whatever the time zone of the server. */
const dayBefore = (date: Date) => {
  const day = new Date(date.getTime() - dayMs)
  return `${day.getUTCDate()}-${months[day.getUTCMonth()]}-${day.getUTCFullYear()}`
}

export async function searchUids(connection: Connection, filter: UidFilter): Promise<number[]> {
  if ((filter.to ?? maxUid) < (filter.from ?? 1)) return []
  const found = await search(connection, [
    atom('UID'),
    uidSet(rangeOf(filter)),
    ...(filter.since ? [atom('SINCE'), atom(dayBefore(filter.since))] : []),
    ...(filter.flag ? [atom(filter.flag)] : []),
  ])
  return found.filter(within(filter))
}

export const searchLarger = (connection: Connection, uids: number[], bytes: number): Promise<number[]> =>
  search(connection, [atom('UID'), uidSet(packUids(uids)), atom('LARGER'), atom(String(bytes))])

/** No message has a Message-ID with a line break or NUL, so the server is not asked. */
export async function searchMessageId(connection: Connection, id: string): Promise<number[]> {
  const bare = id.trim().replace(/^<|>$/g, '')
  if (!bare || /[^\x20-\x7e]/.test(bare)) return []
  return search(connection, [atom('HEADER'), text('Message-ID'), text(bare)])
}
