import { flagList, folderName, internalDate, literal, uidSet } from './atoms.ts'
import type { Connection } from './connection.ts'
import { codeArguments, codeOf, digitsOf, numberOf, type Parsed, stringOf } from './response.ts'
import { storeFlags } from './store.ts'
import type { MoveResult } from './types.ts'
import { expandUids, packUids } from './uid-set.ts'

/** `[COPYUID 38505 1:2 7:8]`: for MOVE in an untagged OK before the expunges, for COPY in the tagged response. */
function createCopyUidReader() {
  const uids = new Map<number, number>()
  let uidValidity: string | null = null
  const read = (parsed: Parsed) => {
    if (codeOf(parsed) !== 'COPYUID') return
    const [validity, from, to] = codeArguments(parsed)
    const [old, now] = [expandUids(stringOf(from)), expandUids(stringOf(to))]
    if (old.length !== now.length) return
    uidValidity = digitsOf(validity)
    for (const [at, uid] of old.entries()) uids.set(uid, now[at] ?? 0)
  }
  return { read, result: () => (uids.size ? { uids, uidValidity } : { uids: null, uidValidity: null }) }
}

/** Flags and expunges only these UIDs. Plain EXPUNGE would remove messages flagged by others, so it is never used. */
export async function expungeUids(connection: Connection, uids: number[]): Promise<boolean> {
  await storeFlags(connection, uids, ['\\Deleted'], { sign: '+' })
  if (!connection.has('UIDPLUS')) return false
  await connection.run('UID EXPUNGE', [uidSet(packUids(uids))])
  return true
}

export async function moveUids(connection: Connection, uids: number[], path: string): Promise<MoveResult> {
  const copied = createCopyUidReader()
  const attributes = [uidSet(packUids(uids)), folderName(path)]
  const command = connection.has('MOVE') ? 'UID MOVE' : 'UID COPY'
  copied.read(await connection.run(command, attributes, { untagged: { OK: copied.read } }))
  const removed = command === 'UID MOVE' || (await expungeUids(connection, uids))
  return { ...copied.result(), removed }
}

export async function appendMessage(
  connection: Connection,
  message: { path: string; source: Buffer; flags: string[]; date: Date | undefined },
): Promise<{ uid: number; uidValidity: string } | null> {
  const { path, source, flags, date } = message
  const response = await connection.run('APPEND', [
    folderName(path),
    ...(flags.length || date ? [flagList(flags)] : []),
    ...(date ? [internalDate(date)] : []),
    literal(source),
  ])
  if (codeOf(response) !== 'APPENDUID') return null
  const [validity, assigned] = codeArguments(response)
  const [uidValidity, uid] = [digitsOf(validity), numberOf(assigned)]
  return uid && uidValidity ? { uid, uidValidity } : null
}
