import { invalidateUids, type MirroredFolder, saveFolderState } from '../../messages/index.ts'
import { applyChanges, findChanges } from './apply-changes.ts'
import { type MirrorContext, noValidity, stateOf } from './context.ts'
import { fetchNew } from './fetch-new.ts'
import { planDelta } from './plan-delta.ts'

/** The result of a poll; new mail is already stored, everything else is written by `commit`. */
export type FolderPoll = {
  folder: MirroredFolder
  /** All new mail below this UID is stored. */
  uidNext: number
  /** Where to continue if the folder is polled again before this is committed. */
  next: MirroredFolder
  /** Messages have left the folder; they may be in another one that has not been polled yet. */
  hasDeletions: boolean
  /** Its new UIDVALIDITY, if the server has renumbered the folder. */
  renumberedTo: string | undefined
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
    // A new or renumbered folder is only recognised as such by its old state.
    next: known ? { ...folder, uidNext: state.uidNext } : folder,
    hasDeletions: changes.gone.length > 0,
    renumberedTo: plan.kind === 'renumbered' && now.uidValidity !== noValidity ? now.uidValidity : undefined,
    // The state is saved together with the changes that belong to it, never before them.
    commit: async () => {
      const saved = await context.write(async (db) => {
        await prepare(db, folder.id)
        const { changed, removed, isComplete } = await applyChanges(db, folder.id, changes)
        context.publishUpdated(db, [...changed, ...removed])
        await context.onDeleted(db, removed)
        const reached = isComplete ? state : { ...state, highestModseq: folder.highestModseq }
        await saveFolderState(db, folder.id, reached)
        return reached
      })
      if (changes.flags.length > 0 || changes.gone.length > 0) context.markChanged()
      return { ...folder, ...saved, syncedAt: new Date().toISOString() }
    },
  }
}
