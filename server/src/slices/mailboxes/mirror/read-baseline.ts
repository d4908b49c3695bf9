import { ImapFault, type ImapSession } from '../../../protocols/imap/imap.ts'
import type { ListedFolder as Listing } from '../../../protocols/imap/types.ts'
import type { FolderBaseline, ListedFolder } from '../../messages/index.ts'
import { byImportance, isMirrored, toListed } from './folder-keys.ts'
import { hasLabels, withLabels } from './labels.ts'

/** The folders of a mailbox when it is connected, and where its new mail begins. */
export type Baseline = { folders: ListedFolder[]; starts: FolderBaseline[] }

/** For servers that report one folder at a time; a folder that is not reached begins at its first poll. */
const maxMs = 5_000

export function toFolders(session: ImapSession, all: Listing[]): ListedFolder[] {
  const listings = all.filter(({ role }) => role !== 'flagged')
  const folders = toListed(listings)
  return hasLabels(session.capabilities, listings) ? withLabels(folders, listings) : folders
}

/** A server that rejects these commands can be connected all the same. */
const ignoreRejection = (error: unknown) => {
  if (error instanceof ImapFault && /^(refused|folder_not_found|protocol)$/.test(error.kind)) return undefined
  throw error
}

/** Reads which mail is history: whatever arrives after this is new, even before the mirror has started. */
export async function readBaseline(session: ImapSession): Promise<Baseline | undefined> {
  const { listStatus, gmail } = session.capabilities
  const listings = await session.listFolders({ withStatus: listStatus && !gmail }).catch(ignoreRejection)
  if (!listings) return undefined
  const folders = toFolders(session, listings)
  const statuses = new Map(listings.map(({ path, status }) => [path, status]))
  const starts: FolderBaseline[] = []
  const endAt = performance.now() + maxMs
  for (const { path } of folders.filter(isMirrored).sort(byImportance)) {
    if (performance.now() > endAt) break
    const status = statuses.get(path) ?? (await session.status(path).catch(ignoreRejection))
    if (status?.uidNext && status.uidValidity)
      starts.push({ path, uidValidity: status.uidValidity, uidNext: status.uidNext })
  }
  return { folders, starts }
}
