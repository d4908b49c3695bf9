import { ImapFault, type MoveResult, type OpenFolder } from '../../../protocols/imap/imap.ts'
import type { MirroredFolder, PendingOp } from '../../messages/index.ts'
import type { MirrorContext } from './context.ts'
import { setKeywordLabels } from './keyword-labels.ts'
import { setKeywords } from './keywords.ts'

const serverFlags = { seen: '\\Seen', flagged: '\\Flagged' }

export type OpGroup = { ops: PendingOp[]; folder: MirroredFolder; target: MirroredFolder | undefined }

/** The folder may have gone since the member named it. */
function requireFolder(folders: MirroredFolder[], key: string): MirroredFolder {
  const found = folders.find((folder) => folder.key === key && folder.selectable)
  if (!found) throw new ImapFault('refused', 'The folder is gone.', { remedy: 'permanent' })
  return found
}

async function setLabels(
  remote: OpenFolder,
  uids: number[],
  { add, remove }: { add: string[]; remove: string[] },
  folders: MirroredFolder[],
) {
  const names = (keys: string[]) => keys.flatMap((key) => requireFolder(folders, key).label ?? [])
  if (add.length > 0) await remote.setLabels(uids, names(add), 'add')
  if (remove.length > 0) await remote.setLabels(uids, names(remove), 'remove')
}

/** Gmail keeps in all mail what is expunged there: it ends in the trash only. */
async function deleteLabelled(
  context: MirrorContext,
  remote: OpenFolder,
  uids: number[],
  trash: MirroredFolder,
) {
  const moved = await remote.move(uids, trash.path)
  if (moved.uids) await (await context.open(trash)).expunge([...moved.uids.values()])
}

/** One kind of operation on messages of one folder. Tells the new UIDs of those that it moved. */
export async function applyOps(
  context: MirrorContext,
  remote: OpenFolder,
  { ops, folder, target }: OpGroup,
  uids: number[],
  folders: MirroredFolder[],
): Promise<MoveResult | undefined> {
  const step = ops[0]?.step
  if (!step || uids.length === 0) return undefined
  const hasLabels = folders.some(({ label }) => label !== null)
  if (step.kind === 'label') await setLabels(remote, uids, step, folders)
  else if (step.kind === 'words')
    await (hasLabels ? setKeywordLabels : setKeywords)(remote, uids, step, folders)
  else if (step.kind === 'delete') {
    if (hasLabels && folder.role === 'all')
      await deleteLabelled(context, remote, uids, requireFolder(folders, 'trash'))
    else await remote.expunge(uids)
  } else if (step.kind === 'move') {
    if (step.label === undefined) return target && remote.move(uids, target.path)
    // The UIDs told are those of the label's own folder: where it stands in all mail the next look finds out.
    await remote.move(uids, requireFolder(folders, step.label).path)
  } else if (step.value) await remote.addFlags(uids, [serverFlags[step.flag]])
  else await remote.removeFlags(uids, [serverFlags[step.flag]])
  return undefined
}
