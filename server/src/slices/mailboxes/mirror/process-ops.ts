import type { Db } from '../../../platform/db/database.ts'
import { ImapFault, type ImapSession, type OpenFolder } from '../../../protocols/imap/imap.ts'
import {
  changeMessages,
  findLocations,
  findPendingOps,
  finishOps,
  type MessageChange,
  type MirroredFolder,
  moveMessages,
  type PendingOp,
  removeMessages,
  resetModseq,
} from '../../messages/index.ts'
import { applyOps, type OpGroup } from './apply-ops.ts'
import { hasSameUids, type MirrorContext } from './context.ts'
import { importSlices } from './import-slices.ts'

const batchSize = 200

const signature = ({ step, before }: PendingOp) =>
  JSON.stringify([step, before.folderId, before.uidValidity ?? null])

/** Whether the folder was renumbered since the op was created: its UID may belong to another message now. */
const isOutdated = ({ ops: [op], folder }: OpGroup) =>
  (op?.before.uidValidity ?? folder.uidValidity) !== folder.uidValidity

/** Groups consecutive operations of one kind on one folder, to send them in one command. */
function groupOps(ops: PendingOp[], folders: Map<string, MirroredFolder>): OpGroup[] {
  const groups: OpGroup[] = []
  for (const op of ops) {
    const last = groups.at(-1)
    const folder = folders.get(op.before.folderId)
    if (last?.ops[0] && folder && signature(last.ops[0]) === signature(op)) last.ops.push(op)
    else if (folder) groups.push({ ops: [op], folder, target: folders.get(op.step.targetId ?? '') })
  }
  return groups
}

/** The current UID of each message: an earlier operation may have moved it. */
async function findUids(db: Db, group: OpGroup): Promise<Map<string, number>> {
  const { ops, folder } = group
  const locations = new Map(
    (
      await findLocations(
        db,
        ops.map((op) => op.messageId),
      )
    ).map((row) => [row.id, row]),
  )
  return new Map(
    ops.flatMap(({ messageId, before }) => {
      const location = locations.get(messageId)
      const known = isOutdated(group) ? 0 : before.uid
      const uid = location?.folderId === folder.id && location.uid > 0 ? location.uid : known
      return uid > 0 ? [[messageId, uid] as const] : []
    }),
  )
}

/** Removes messages from where the member has moved them: the server does not have them there. */
async function forgetMoved(context: MirrorContext, db: Db, ops: PendingOp[]) {
  const moved = ops.filter(({ step }) => step.kind === 'move').map(({ messageId }) => messageId)
  const places = (await findLocations(db, moved)).filter(({ uid }) => uid < 0)
  for (const { folderId, uid } of places) await removeMessages(db, folderId, [uid])
  const ids = places.map(({ id }) => id)
  context.publishUpdated(db, ids)
  await context.onDeleted(db, ids)
}

/** Moves messages back. Those of a renumbered folder have no place to go: they are read again with the folder. */
async function moveBack(context: MirrorContext, db: Db, group: OpGroup, moved: PendingOp[]) {
  if (isOutdated(group)) return forgetMoved(context, db, moved)
  await moveMessages(
    db,
    moved.map(({ messageId, before }) => ({
      id: messageId,
      folderId: before.folderId,
      uid: before.uid,
      modseq: null,
    })),
  )
}

/** Restores the mirror to the state of the server after a permanent rejection. */
async function rollBack(context: MirrorContext, group: OpGroup, remote: OpenFolder, error: ImapFault) {
  const { ops, folder } = group
  await context.write(async (db) => {
    await moveBack(
      context,
      db,
      group,
      ops.filter(({ step }) => step.kind === 'move'),
    )
    await changeMessages(
      db,
      ops.map(
        ({ step, messageId, before }): MessageChange =>
          step.kind === 'flag'
            ? { id: messageId, [step.flag]: before[step.flag] }
            : { id: messageId, labels: before.labels },
      ),
    )
    await finishOps(
      db,
      ops.map(({ id }) => id),
      'failed',
      error.message.slice(0, 500),
    )
    // Changes that the server reported in the meantime were not applied.
    await resetModseq(db, folder.id)
  })
  const deleted = ops.filter(({ step }) => step.kind === 'delete').map(({ before }) => before.uid)
  const slices = deleted.length > 0 && !isOutdated(group) ? [deleted] : []
  await importSlices(context, { folder, remote, slices, isNew: false, after: async () => undefined })
}

type Result = 'done' | 'rejected' | 'postponed'

async function processGroup(
  context: MirrorContext,
  group: OpGroup,
  folders: MirroredFolder[],
): Promise<Result> {
  const uids = await findUids(context.db, group)
  const remote = await context.open(group.folder)
  // The UIDs belong to other messages now; the next poll finds the new ones.
  if (!hasSameUids(group.folder, remote)) return 'postponed'
  try {
    if (isOutdated(group) && uids.size < group.ops.length)
      throw new ImapFault('refused', 'The server renumbered the folder.', { remedy: 'permanent' })
    if (group.ops[0]?.step.kind === 'move' && !group.target)
      throw new ImapFault('refused', 'The folder no longer exists.', { remedy: 'permanent' })
    const moved = await applyOps(context, remote, group, [...uids.values()], folders)
    await context.write(async (db) => {
      const locations = [...uids].flatMap(([id, uid]) => {
        const newUid = moved?.uids?.get(uid)
        return newUid === undefined || !group.target
          ? []
          : [{ id, folderId: group.target.id, uid: newUid, modseq: null }]
      })
      await moveMessages(db, locations)
      await finishOps(
        db,
        group.ops.map(({ id }) => id),
        'done',
        null,
      )
    })
    return 'done'
  } catch (error) {
    if (!(error instanceof ImapFault) || error.remedy !== 'permanent') throw error
    await rollBack(context, group, remote, error)
    return 'rejected'
  }
}

/** Applies pending operations to the server in order; calls `onRejected` with those that failed permanently. */
export async function processOps(
  context: MirrorContext,
  _session: ImapSession,
  rows: MirroredFolder[],
  onRejected: (ops: PendingOp[]) => Promise<void>,
) {
  const folders = new Map(rows.map((row) => [row.id, row]))
  for (;;) {
    const ops = await findPendingOps(context.db, context.mailboxId, batchSize)
    if (ops.length === 0) return
    const groups = groupOps(ops, folders)
    const orphaned = ops.filter((op) => !folders.has(op.before.folderId))
    if (orphaned.length > 0) {
      const ids = orphaned.map(({ id }) => id)
      await context.write(async (db) => {
        await forgetMoved(context, db, orphaned)
        await finishOps(db, ids, 'failed', 'The folder no longer exists.')
      })
      await onRejected(orphaned)
    }
    for (const group of groups) {
      const result = await processGroup(context, group, rows)
      if (result === 'postponed') return
      if (result === 'rejected') await onRejected(group.ops)
    }
  }
}
