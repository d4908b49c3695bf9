import type { Db } from '../../../platform/db/database.ts'
import type { MessageFlags, OpenFolder } from '../../../protocols/imap/types.ts'
import { findBusyUids, moveMessages, removeMessages, updateFlags } from '../../messages/index.ts'
import type { MirrorContext } from './context.ts'
import { type FolderRow, findFlags, findUids, type KnownFlags } from './folders.store.ts'
import type { DeltaPlan } from './plan-delta.ts'
import { findElsewhere } from './twins.store.ts'

export type FlagChange = {
  uid: number
  modseq: string | null
  seen: boolean
  flagged: boolean
  draft: boolean
  answered: boolean
}

const has = (flags: string[], flag: string) => flags.some((f) => f.toLowerCase() === flag)

/** The flags that we keep, of the server's own (RFC 9051, section 2.3.2). */
export const toFlags = (flags: string[]) => ({
  seen: has(flags, '\\seen'),
  flagged: has(flags, '\\flagged'),
  draft: has(flags, '\\draft'),
  answered: has(flags, '\\answered'),
})

const toChange = ({ uid, modseq, flags }: MessageFlags): FlagChange => ({
  ...{ uid, modseq },
  ...toFlags(flags),
})

const differs = (a: FlagChange, b: KnownFlags | undefined) =>
  b !== undefined &&
  (a.seen !== b.seen || a.flagged !== b.flagged || a.draft !== b.draft || a.answered !== b.answered)

type Plan = Extract<DeltaPlan, { kind: 'known' }>
export type Changes = { flags: FlagChange[]; gone: number[] }

/** Flags and deletions since we last looked: as the server tells, or as a comparison of everything shows. */
export async function findChanges(
  { db }: MirrorContext,
  folder: FolderRow,
  remote: OpenFolder,
  plan: Plan,
): Promise<Changes> {
  if (plan.flags === 'none' && remote.exists === folder.serverMessages) return { flags: [], gone: [] }
  const told = typeof plan.flags === 'object' ? await remote.changesSince(plan.flags.changedSince) : null
  const gone = told?.vanished ?? (await remote.missingOf(await findUids(db, folder.id)))
  if (told) return { flags: told.changed.map(toChange), gone }
  const known = new Map((await findFlags(db, folder.id)).map((row) => [row.uid, row]))
  const now = await remote.fetchFlags({ from: folder.mirroredFrom ?? 1 })
  return { flags: now.map(toChange).filter((change) => differs(change, known.get(change.uid))), gone }
}

/** A message that left one folder and stands in another has moved: it keeps its row, its thread and its journal. */
async function followMoves(db: Db, folderId: string, gone: number[]) {
  const moved = await findElsewhere(db, folderId, gone)
  await moveMessages(
    db,
    moved.map(({ id, twinFolderId, twinUid, twinModseq }) => ({
      ...{ id, folderId: twinFolderId, uid: twinUid, modseq: twinModseq },
    })),
  )
}

export async function applyChanges(db: Db, folderId: string, { flags, gone }: Changes) {
  // After it is done the server tells of them again.
  const busy = new Set(flags.length > 0 ? await findBusyUids(db, folderId) : [])
  await updateFlags(
    db,
    folderId,
    flags.filter(({ uid }) => !busy.has(uid)),
  )
  if (gone.length === 0) return
  await followMoves(db, folderId, gone)
  await removeMessages(db, folderId, gone)
}
