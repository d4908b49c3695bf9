import { ImapFault, type MoveResult, type OpenFolder } from '../../../protocols/imap/imap.ts'
import type { MirroredFolder, PendingOp } from '../../messages/index.ts'
import type { MirrorContext } from './context.ts'
import { setKeywordLabels } from './keyword-labels.ts'
import { setKeywords } from './keywords.ts'

const serverFlags = { seen: '\\Seen', flagged: '\\Flagged' }

export type OpGroup = { ops: PendingOp[]; folder: MirroredFolder; target: MirroredFolder | undefined }

/** The folder may have been deleted since the member chose it. */
function requireFolder(folders: MirroredFolder[], key: string): MirroredFolder {
  const found = folders.find((folder) => folder.key === key && folder.selectable)
  if (!found) throw new ImapFault('refused', 'The folder no longer exists.', { remedy: 'permanent' })
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

/** Gmail keeps messages that are expunged from All Mail: only an expunge from the trash deletes them. */
async function deleteLabelled(
  context: MirrorContext,
  remote: OpenFolder,
  uids: number[],
  trash: MirroredFolder,
) {
  const moved = await remote.move(uids, trash.path)
  if (moved.uids) await (await context.open(trash)).expunge([...moved.uids.values()])
}

/** Applies one kind of operation to messages of one folder. Returns the new UIDs of moved messages. */
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
    // The returned UIDs belong to the label's own folder; the next poll finds the UIDs in All Mail.
    const labelled = requireFolder(folders, step.label)
    const { uids: moved } = await remote.move(uids, labelled.path)
    if (step.otherLabels && moved)
      await setLabels(
        await context.open(labelled),
        [...moved.values()],
        { add: step.otherLabels, remove: [] },
        folders,
      )
  } else if (step.value) await remote.addFlags(uids, [serverFlags[step.flag]])
  else await remote.removeFlags(uids, [serverFlags[step.flag]])
  return undefined
}
