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
} from '../../messages/index.ts'
import { applyOps, type OpGroup } from './apply-ops.ts'
import type { MirrorContext } from './context.ts'
import { importSlices } from './import-slices.ts'

const batch = 200

const signature = ({ step, before }: PendingOp) => JSON.stringify([step, before.folderId])

/** Operations of one kind on one folder that stand together go to the server together. */
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

/** Where each message is on the server: an operation before this one may have moved it. */
async function placesOf(db: Db, { ops, folder }: OpGroup): Promise<Map<string, number>> {
  const now = new Map(
    (
      await findLocations(
        db,
        ops.map((op) => op.messageId),
      )
    ).map((row) => [row.id, row]),
  )
  return new Map(
    ops.flatMap(({ messageId, before }) => {
      const place = now.get(messageId)
      const uid = place?.folderId === folder.id && place.uid > 0 ? place.uid : before.uid
      return uid > 0 ? [[messageId, uid] as const] : []
    }),
  )
}

/** The server said no: the mirror goes back to what the server has, and the member hears of it. */
async function rollBack(context: MirrorContext, group: OpGroup, remote: OpenFolder, error: ImapFault) {
  const { ops, folder } = group
  const gone = ops.filter(({ step }) => step.kind === 'delete').map(({ before }) => before.uid)
  const slices = gone.length > 0 ? [gone] : []
  await importSlices(context, { folder, remote, slices, isNew: false, after: async () => undefined })
  await context.write(async (db) => {
    const moved = ops.filter(({ step }) => step.kind === 'move')
    await moveMessages(
      db,
      moved.map(({ messageId, before }) => ({
        id: messageId,
        folderId: before.folderId,
        uid: before.uid,
        modseq: null,
      })),
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
  })
}

async function processGroup(context: MirrorContext, group: OpGroup, folders: MirroredFolder[]) {
  const places = await placesOf(context.db, group)
  const remote = await context.open(group.folder)
  try {
    if (group.ops[0]?.step.kind === 'move' && !group.target)
      throw new ImapFault('refused', 'The folder is gone.', { remedy: 'permanent' })
    const moved = await applyOps(context, remote, group, [...places.values()], folders)
    await context.write(async (db) => {
      const found = [...places].flatMap(([id, uid]) => {
        const now = moved?.uids?.get(uid)
        return now === undefined || !group.target
          ? []
          : [{ id, folderId: group.target.id, uid: now, modseq: null }]
      })
      await moveMessages(db, found)
      await finishOps(
        db,
        group.ops.map(({ id }) => id),
        'done',
        null,
      )
    })
    return true
  } catch (error) {
    if (!(error instanceof ImapFault) || error.remedy !== 'permanent') throw error
    await rollBack(context, group, remote, error)
    return false
  }
}

/** Does to the server what was done to the mirror, in order. */
export async function processOps(
  context: MirrorContext,
  _session: ImapSession,
  rows: MirroredFolder[],
  told: (group: PendingOp[]) => Promise<void>,
) {
  const folders = new Map(rows.map((row) => [row.id, row]))
  for (;;) {
    const ops = await findPendingOps(context.db, context.mailboxId, batch)
    if (ops.length === 0) return
    const groups = groupOps(ops, folders)
    const lost = ops.filter((op) => !folders.has(op.before.folderId))
    if (lost.length > 0) {
      const ids = lost.map(({ id }) => id)
      await context.write((db) => finishOps(db, ids, 'failed', 'The folder is gone.'))
      await told(lost)
    }
    for (const group of groups) if (!(await processGroup(context, group, rows))) await told(group.ops)
  }
}
