import { invalidateUids, type MirroredFolder, saveFolderState } from '../../messages/index.ts'
import { applyChanges, findChanges } from './apply-changes.ts'
import { type MirrorContext, stateOf } from './context.ts'
import { fetchNew } from './fetch-new.ts'
import { planDelta } from './plan-delta.ts'

/** What a look has found; new mail is stored already, the rest is written by `settle`. */
export type FolderPoll = {
  /** Messages have left the folder: they may stand in another one that we have not looked at yet. */
  hasDeletions: boolean
  commit(): Promise<MirroredFolder>
}

const nothing = async () => undefined

/** Looks at one folder: takes new mail in, and finds out about flags and deletions. */
export async function pollFolder(context: MirrorContext, folder: MirroredFolder): Promise<FolderPoll> {
  const remote = await context.open(folder)
  const lastUid = remote.uidNext === null ? ((await remote.uids()).at(-1) ?? 0) : 0
  const { exists, ...now } = stateOf(remote, lastUid)
  const plan = planDelta(folder, { exists, ...now })
  const known = plan.kind === 'known' ? plan : undefined
  const nextUid = known?.newFrom === undefined ? 0 : await fetchNew(context, folder, remote, known.newFrom)
  const changes = known ? await findChanges(context, folder, remote, known) : { flags: [], gone: [] }
  const state = {
    ...now,
    uidNext: Math.max(now.uidNext, nextUid),
    // All of a new or renumbered folder is fetched as history; what was known is recognised by its bytes.
    mirroredFrom: (known && folder.mirroredFrom) ?? now.uidNext,
    serverMessages: exists,
    newSince: plan.kind === 'renumbered' ? (folder.newSince ?? folder.syncedAt) : folder.newSince,
  }
  const before = plan.kind === 'renumbered' ? invalidateUids : nothing
  return {
    hasDeletions: changes.gone.length > 0,
    // The count is remembered with the changes that belong to it, never before them.
    commit: async () => {
      await context.write(async (db) => {
        await before(db, folder.id)
        context.publishUpdated(db, await applyChanges(db, folder.id, changes))
        await saveFolderState(db, folder.id, state)
      })
      if (changes.flags.length > 0 || changes.gone.length > 0) context.markChanged()
      return { ...folder, ...state }
    },
  }
}
