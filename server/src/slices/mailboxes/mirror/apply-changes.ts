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
  words?: string[]
}

const has = (flags: string[], flag: string) => flags.some((f) => f.toLowerCase() === flag)

/** The flags that we keep, of the server's own (RFC 9051, section 2.3.2). */
const toFlags = (flags: string[]) => ({
  seen: has(flags, '\\seen'),
  flagged: has(flags, '\\flagged'),
  draft: has(flags, '\\draft'),
  answered: has(flags, '\\answered'),
})

/** What the server says of a message now: its flags, and the folders in which it is where folders are labels. */
export function messageState(folder: MirroredFolder, message: MessageFlags, known: LabelKeys) {
  const labels = keysOfLabels(folder, message, known)
  const flags = toFlags(message.flags)
  return { ...flags, flagged: flags.flagged || isStarred(message), ...(labels ? { labels } : {}) }
}

const keywordChange = (message: MessageFlags) => {
  const words = keywordsOf(message)
  return words ? { words } : {}
}

const differs = (a: FlagChange, b: MirroredFlags | undefined) =>
  b !== undefined &&
  (a.seen !== b.seen ||
    a.flagged !== b.flagged ||
    a.draft !== b.draft ||
    a.answered !== b.answered ||
    (a.labels !== undefined && a.labels.join('\0') !== b.labels.join('\0')) ||
    (a.words !== undefined && a.words.join('\0') !== (b.keywords ?? []).join('\0')))

type Plan = Extract<DeltaPlan, { kind: 'known' }>
export type Changes = { flags: FlagChange[]; gone: number[] }

/** Flags and deletions since we last looked: as the server tells, or as a comparison of everything shows. */
export async function findChanges(
  { db, mailboxId }: MirrorContext,
  folder: MirroredFolder,
  remote: OpenFolder,
  plan: Plan,
): Promise<Changes> {
  if (plan.flags === 'none' && remote.exists === folder.serverMessages) return { flags: [], gone: [] }
  const told = typeof plan.flags === 'object' ? await remote.changesSince(plan.flags.changedSince) : null
  const gone = told?.vanished ?? (await remote.findMissing(await findMirroredUids(db, folder.id)))
  const labels = toLabelKeys(await findFolderLabels(db, mailboxId))
  const toChange = (message: MessageFlags): FlagChange => ({
    uid: message.uid,
    modseq: message.modseq,
    ...messageState(folder, message, labels),
    ...keywordChange(message),
  })
  if (told) return { flags: told.changed.map(toChange), gone }
  const known = new Map((await findMirroredFlags(db, folder.id)).map((row) => [row.uid, row]))
  const now = await remote.fetchFlags({ from: folder.mirroredFrom ?? 1 })
  return { flags: now.map(toChange).filter((change) => differs(change, known.get(change.uid))), gone }
}

/** The same mail may have been there twice, and both have moved: each takes a place of its own. */
function paired(candidates: MoveCandidate[]): MoveCandidate[] {
  const [placed, taken] = [new Set<string>(), new Set<string>()]
  return candidates.filter(({ id, twinId }) => {
    if (placed.has(id) || taken.has(twinId)) return false
    placed.add(id)
    taken.add(twinId)
    return true
  })
}

/** A message that left one folder and stands in another has moved: it keeps its row, its thread and its journal. */
async function followMoves(db: Db, folderId: string, gone: number[]): Promise<string[]> {
  const moved = paired(await findMoveCandidates(db, folderId, gone))
  await moveMessages(
    db,
    moved.map(({ id, twinFolderId, twinUid, twinModseq }) => ({
      id,
      folderId: twinFolderId,
      uid: twinUid,
      modseq: twinModseq,
    })),
  )
  // Its flags may have changed on the way.
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
  return moved.map(({ id }) => id)
}

/** Gives the messages that are no longer what or where they were. */
export async function applyChanges(db: Db, folderId: string, { flags, gone }: Changes): Promise<string[]> {
  // After it is done the server tells of them again.
  const busy = new Set(flags.length > 0 ? await findUidsWithPendingOps(db, folderId) : [])
  const told = flags.filter(({ uid }) => !busy.has(uid))
  const changed = [
    ...(await updateFlags(
      db,
      folderId,
      told.map(({ words, ...flag }) => flag),
    )),
    ...(await syncKeywords(
      db,
      folderId,
      told.flatMap(({ uid, words }) => (words ? [{ uid, keywords: words }] : [])),
    )),
  ]
  const idsOf = (messages: { id: string }[]) => messages.map(({ id }) => id)
  if (gone.length === 0) return idsOf(changed)
  const moved = await followMoves(db, folderId, gone)
  return [...idsOf(changed), ...moved, ...idsOf(await removeMessages(db, folderId, gone))]
}
