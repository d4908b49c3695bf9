import { atom, flagList, text, uidSet } from './atoms.ts'
import type { Connection } from './connection.ts'
import { codeArguments, codeOf, type Node, stringOf } from './response.ts'
import type { StoreResult } from './types.ts'
import { chunksOf, expandUids, packUids } from './uid-set.ts'
import { encodeName } from './utf7.ts'

// Some servers reject lines above 8,000 bytes (RFC 7162 section 4 asks clients to stay below that).
const maxUidsPerCommand = 500
const ignoreFetches = { FETCH: () => {} }

/** With `unchangedSince` the server skips and lists messages changed after it (RFC 7162 section 3.1.3). */
export async function storeFlags(
  connection: Connection,
  uids: number[],
  flags: string[],
  how: { sign: '+' | '-'; unchangedSince?: string | undefined },
): Promise<StoreResult> {
  const conflicts: number[] = []
  const list = flagList(flags)
  if (list.length === 0) return { conflicts }
  const condition: Node[] = how.unchangedSince ? [[atom('UNCHANGEDSINCE'), atom(how.unchangedSince)]] : []
  for (const chunk of chunksOf(uids, maxUidsPerCommand)) {
    const attributes = [uidSet(packUids(chunk)), ...condition, atom(`${how.sign}FLAGS.SILENT`), list]
    const response = await connection.run('UID STORE', attributes, { untagged: ignoreFetches })
    if (codeOf(response) === 'MODIFIED') conflicts.push(...expandUids(stringOf(codeArguments(response)[0])))
  }
  return { conflicts }
}

const signs = { add: '+', remove: '-', replace: '' }

/** Gmail labels are encoded like folder names. */
export async function storeLabels(
  connection: Connection,
  uids: number[],
  labels: string[],
  how: keyof typeof signs,
): Promise<void> {
  const list = labels.map((label) => (/^\\\w+$/.test(label) ? atom(label) : text(encodeName(label))))
  for (const chunk of chunksOf(uids, maxUidsPerCommand)) {
    const attributes = [uidSet(packUids(chunk)), atom(`${signs[how]}X-GM-LABELS.SILENT`), list]
    await connection.run('UID STORE', attributes, { untagged: ignoreFetches })
  }
}
