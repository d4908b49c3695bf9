import { invalidateUids, type MirroredFolder, saveFolderState } from '../../messages/index.ts'
import { applyChanges, findChanges } from './apply-changes.ts'
import { type MirrorContext, stateOf } from './context.ts'
import { fetchNew } from './fetch-new.ts'
import { planDelta } from './plan-delta.ts'

/** The result of a poll; new mail is already stored, everything else is written by `commit`. */
export type FolderPoll = {
  folder: MirroredFolder
  /** All new mail below this UID is stored. */
  uidNext: number
  /** Messages have left the folder; they may be in another one that has not been polled yet. */
  hasDeletions: boolean
  commit(): Promise<MirroredFolder>
}

const noop = async () => undefined

/** Polls one folder: imports new mail and detects flag changes and deletions. */
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
    // A new or renumbered folder is fetched completely as history; known messages are recognised by their hash.
    mirroredFrom: (known && folder.mirroredFrom) ?? now.uidNext,
    serverMessages: exists,
    newSince:
      plan.kind === 'renumbered'
        ? (folder.newSince ?? folder.syncedAt ?? new Date().toISOString())
        : folder.newSince,
  }
  const prepare = plan.kind === 'renumbered' ? invalidateUids : noop
  return {
    folder,
    uidNext: state.uidNext,
    hasDeletions: changes.gone.length > 0,
    // The state is saved together with the changes that belong to it, never before them.
    commit: async () => {
      await context.write(async (db) => {
        await prepare(db, folder.id)
        const { changed, removed } = await applyChanges(db, folder.id, changes)
        context.publishUpdated(db, [...changed, ...removed])
        await context.onDeleted(db, removed)
        await saveFolderState(db, folder.id, state)
      })
      if (changes.flags.length > 0 || changes.gone.length > 0) context.markChanged()
      return { ...folder, ...state, syncedAt: new Date().toISOString() }
    },
  }
}
