import { atom, atoms, folderName, text } from './atoms.ts'
import type { Connection } from './connection.ts'
import { ImapFault } from './fault.ts'
import {
  digitsOf,
  isList,
  type Node,
  numberOf,
  type Parsed,
  pairsOf,
  stringOf,
  stringsOf,
} from './response.ts'
import { rolesOf } from './roles.ts'
import type { FolderStatus, ListedFolder } from './types.ts'
import { decodeName } from './utf7.ts'

const statusItems = (connection: Connection) => [
  'MESSAGES',
  'UNSEEN',
  'UIDNEXT',
  'UIDVALIDITY',
  ...(connection.has('CONDSTORE') || connection.has('QRESYNC') ? ['HIGHESTMODSEQ'] : []),
]

function readStatus(list: Node | undefined): FolderStatus {
  const values = new Map(pairsOf(list).map(([key, value]) => [stringOf(key)?.toUpperCase(), value]))
  return {
    messages: numberOf(values.get('MESSAGES')) ?? 0,
    unseen: numberOf(values.get('UNSEEN')),
    uidNext: numberOf(values.get('UIDNEXT')) || null,
    uidValidity: digitsOf(values.get('UIDVALIDITY')),
    highestModseq: digitsOf(values.get('HIGHESTMODSEQ')),
  }
}

/** Reads the status without opening the folder; not for the folder that is open (RFC 9051 section 6.3.11). */
export async function folderStatus(connection: Connection, path: string): Promise<FolderStatus> {
  let status: FolderStatus | null = null
  const STATUS = ({ attributes }: Parsed) => {
    status = readStatus(attributes?.[1])
  }
  const attributes = [folderName(path), atoms(...statusItems(connection))]
  await connection.run('STATUS', attributes, { untagged: { STATUS } })
  if (!status) throw new ImapFault('protocol', 'The server returned no STATUS.')
  return status
}

type Listed = Omit<ListedFolder, 'role' | 'status'> & { attributes: string[] }

function readListed({ attributes }: Parsed): Listed | null {
  const wire = stringOf(attributes?.[2])
  if (wire === null || !isList(attributes?.[0])) return null
  const flags = stringsOf(attributes[0])
  const delimiter = stringOf(attributes[1]) || null
  const decoded = decodeName(wire)
  const path = decoded.toUpperCase() === 'INBOX' ? 'INBOX' : decoded
  const cut = delimiter ? path.lastIndexOf(delimiter) : -1
  return {
    path,
    delimiter,
    parent: cut > 0 ? path.slice(0, cut) : null,
    name: path.slice(cut + 1) || path,
    selectable: !flags.some((flag) => /^\\(noselect|nonexistent)$/i.test(flag)),
    attributes: flags,
  }
}

/** With RETURN, what a plain LIST includes must be requested explicitly. */
function returnOptions(connection: Connection, withStatus: boolean): Node[] {
  if (!connection.has('LIST-EXTENDED')) return []
  const special = connection.has('SPECIAL-USE') ? atoms('SPECIAL-USE') : []
  const status: Node[] =
    withStatus && connection.has('LIST-STATUS') ? [atom('STATUS'), atoms(...statusItems(connection))] : []
  return [...special, ...status]
}

async function list(connection: Connection, options: Node[]) {
  const folders = new Map<string, Listed>()
  const statuses = new Map<string, FolderStatus>()
  const LIST = (parsed: Parsed) => {
    const folder = readListed(parsed)
    if (folder) folders.set(folder.path, folder)
  }
  const STATUS = ({ attributes }: Parsed) => {
    const path = decodeName(stringOf(attributes?.[0]) ?? '')
    statuses.set(path.toUpperCase() === 'INBOX' ? 'INBOX' : path, readStatus(attributes?.[1]))
  }
  const attributes = [text(''), text('*'), ...(options.length ? [atom('RETURN'), options] : [])]
  await connection.run('LIST', attributes, { untagged: { LIST, STATUS } })
  return { folders: [...folders.values()], statuses }
}

export async function listFolders(connection: Connection, withStatus: boolean): Promise<ListedFolder[]> {
  const options = returnOptions(connection, withStatus)
  const found = await list(connection, options).catch((error) => {
    // Some servers announce LIST-EXTENDED and reject its options.
    if (error instanceof ImapFault && error.kind === 'refused' && options.length) return list(connection, [])
    throw error
  })
  const roles = rolesOf(found.folders)
  const listed: ListedFolder[] = []
  for (const { attributes: _attributes, ...folder } of found.folders) {
    let status = found.statuses.get(folder.path) ?? null
    if (withStatus && folder.selectable && !status) status = await statusOrNull(connection, folder.path)
    listed.push({ ...folder, role: roles.get(folder.path) ?? null, status })
  }
  return listed
}

/** A folder that vanishes between LIST and STATUS, or whose STATUS fails, must not hide the others. */
async function statusOrNull(connection: Connection, path: string): Promise<FolderStatus | null> {
  try {
    return await folderStatus(connection, path)
  } catch (error) {
    if (error instanceof ImapFault && /^(refused|folder_not_found|protocol)$/.test(error.kind)) return null
    throw error
  }
}
