import type { Db } from '../../../platform/db/database.ts'
import type { MessageFlags, OpenFolder } from '../../../protocols/imap/types.ts'
import {
  changeMessages,
  findFolderLabels,
  findMirroredFlags,
  findMirroredUids,
  findMoveCandidates,
  findUidsWithPendingOps,
  type MirroredFlags,
  type MirroredFolder,
  type MoveCandidate,
  moveMessages,
  removeMessages,
  syncKeywords,
  updateFlags,
} from '../../messages/index.ts'
import type { MirrorContext } from './context.ts'
import { keywordsOf } from './keywords.ts'
import { isStarred, keysOfLabels, type LabelKeys, toLabelKeys } from './labels.ts'
import type { DeltaPlan } from './plan-delta.ts'

type FlagChange = {
  uid: number
  modseq: string | null
  seen: boolean
  flagged: boolean
  draft: boolean
  answered: boolean
  labels?: string[]
  keywords?: string[]
}

const has = (flags: string[], flag: string) => flags.some((f) => f.toLowerCase() === flag)

/** The system flags that the mirror stores (RFC 9051, section 2.3.2). */
const toFlags = (flags: string[]) => ({
  seen: has(flags, '\\seen'),
  flagged: has(flags, '\\flagged'),
  draft: has(flags, '\\draft'),
  answered: has(flags, '\\answered'),
})

/** The current state of a message on the server: its flags, and its labels as folder keys if the server has labels. */
export function messageState(folder: MirroredFolder, message: MessageFlags, known: LabelKeys) {
  const labels = keysOfLabels(folder, message, known)
  const flags = toFlags(message.flags)
  return { ...flags, flagged: flags.flagged || isStarred(message), ...(labels ? { labels } : {}) }
}

const keywordChange = (message: MessageFlags) => {
  const keywords = keywordsOf(message)
  return keywords ? { keywords } : {}
}

const differs = (a: FlagChange, b: MirroredFlags | undefined) =>
  b !== undefined &&
  (a.seen !== b.seen ||
    a.flagged !== b.flagged ||
    a.draft !== b.draft ||
    a.answered !== b.answered ||
    (a.labels !== undefined && a.labels.join('\0') !== b.labels.join('\0')) ||
    (a.keywords !== undefined && a.keywords.join('\0') !== (b.keywords ?? []).join('\0')))

const maxUid = 2 ** 32 - 1

type Plan = Extract<DeltaPlan, { kind: 'known' }>
export type Changes = { flags: FlagChange[]; gone: number[] }

/** Flag changes and deletions since the last poll, from the server's change log or from a full comparison. */
export async function findChanges(
  { db, mailboxId }: MirrorContext,
  folder: MirroredFolder,
  remote: OpenFolder,
  plan: Plan,
): Promise<Changes> {
  if (plan.flags === 'none' && remote.exists === folder.serverMessages) return { flags: [], gone: [] }
  const reported = typeof plan.flags === 'object' ? await remote.changesSince(plan.flags.changedSince) : null
  const gone = reported?.vanished ?? (await remote.findMissing(await findMirroredUids(db, folder.id)))
  const labels = toLabelKeys(await findFolderLabels(db, mailboxId))
  const toChange = (message: MessageFlags): FlagChange => ({
    uid: message.uid,
    modseq: message.modseq,
    ...messageState(folder, message, labels),
    ...keywordChange(message),
  })
  if (reported) return { flags: reported.changed.map(toChange), gone }
  const rows = await findMirroredFlags(db, folder.id)
  const known = new Map(rows.map((row) => [row.uid, row]))
  const now = await remote.fetchFlags({ from: Math.min(folder.mirroredFrom ?? 1, rows[0]?.uid ?? maxUid) })
  return { flags: now.map(toChange).filter((change) => differs(change, known.get(change.uid))), gone }
}

/** Pairs each message with one twin: identical messages may have moved together, and each needs its own target. */
function pairMoves(candidates: MoveCandidate[]): MoveCandidate[] {
  const [pairedIds, pairedTwins] = [new Set<string>(), new Set<string>()]
  return candidates.filter(({ id, twinId }) => {
    if (pairedIds.has(id) || pairedTwins.has(twinId)) return false
    pairedIds.add(id)
    pairedTwins.add(twinId)
    return true
  })
}

/** A message that left one folder and appeared in another was moved: it keeps its row, thread and journal entries. */
async function followMoves(db: Db, folderId: string, gone: number[]): Promise<string[]> {
  const moved = pairMoves(await findMoveCandidates(db, folderId, gone))
  await moveMessages(
    db,
    moved.map(({ id, twinFolderId, twinUid, twinModseq }) => ({
      id,
      folderId: twinFolderId,
      uid: twinUid,
      modseq: twinModseq,
    })),
  )
  // The flags may have changed along with the move.
  await changeMessages(
    db,
    moved.map(({ id, seen, flagged, draft, answered, labels }) => ({
      id,
      seen,
      flagged,
      draft,
      answered,
      labels,
    })),
  )
  for (const [target, twins] of Map.groupBy(moved, ({ twinFolderId }) => twinFolderId))
    await syncKeywords(
      db,
      target,
      twins.map(({ twinUid, keywords }) => ({ uid: twinUid, keywords: keywords ?? [] })),
    )
  return moved.map(({ id }) => id)
}

type Applied = {
  /** The messages that changed or moved. */
  changed: string[]
  removed: string[]
  /** False if changes were skipped: the folder's MODSEQ must stay, for the server to report them again. */
  isComplete: boolean
}

export async function applyChanges(db: Db, folderId: string, { flags, gone }: Changes): Promise<Applied> {
  // Skip messages with pending ops: what the server reports about them is outdated.
  const pending = new Set(flags.length > 0 ? await findUidsWithPendingOps(db, folderId) : [])
  const settled = flags.filter(({ uid }) => !pending.has(uid))
  const changed = [
    ...(await updateFlags(
      db,
      folderId,
      settled.map(({ keywords, ...flag }) => flag),
    )),
    ...(await syncKeywords(
      db,
      folderId,
      settled.flatMap(({ uid, keywords }) => (keywords ? [{ uid, keywords }] : [])),
    )),
  ]
  const idsOf = (messages: { id: string }[]) => messages.map(({ id }) => id)
  const isComplete = settled.length === flags.length
  if (gone.length === 0) return { changed: idsOf(changed), removed: [], isComplete }
  const moved = await followMoves(db, folderId, gone)
  const removed = await removeMessages(db, folderId, gone)
  return { changed: [...idsOf(changed), ...moved], removed: idsOf(removed), isComplete }
}
