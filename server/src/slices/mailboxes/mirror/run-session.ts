import type { Permit } from '../../../platform/concurrency/semaphore.ts'
import { type FolderStatus, ImapFault, type ImapSession } from '../../../protocols/imap/imap.ts'
import { type MirroredFolder, resetFolderState, resumeRenumberings } from '../../messages/index.ts'
import { backfillFolder, isIncomplete, nextFolderToFill } from './backfill.ts'
import { compareAgainMs, compareEveryMs, compareFolder, nextToCompare } from './compare-folder.ts'
import { type MirrorContext, noValidity } from './context.ts'
import { byImportance, isMirrored } from './folder-keys.ts'
import { matchRenumbered } from './match-renumbered.ts'
import { type FolderPoll, pollFolder } from './poll-folder.ts'
import { saveBackfillProgress } from './progress.store.ts'
import { readWithheld } from './read-withheld.ts'
import { removeInvalidated } from './remove-invalidated.ts'
import { removeFolder, syncFolders } from './sync-folders.ts'
import type { Wake, WakeReason } from './wake.ts'

const pollMs = 60_000
/** Bounds of one backfill turn: by messages if other mailboxes are waiting, otherwise by time. */
const turnLimits = { messages: 2_000, ms: 10_000 }

export type SessionDeps = {
  context: MirrorContext
  session: ImapSession
  wake: Wake
  /** Whether to import history; `processing_only` mailboxes import new mail only. */
  withBackfill: boolean
  /** Called once the first page of a new mailbox is imported. */
  onStarted(): void
  /** Called after each poll. */
  onPolled(): Promise<void>
  /** Processes what is pending for the server: actions of members, and resyncs. */
  processRequests(folders: MirroredFolder[]): Promise<void>
}

type State = {
  folders: MirroredFolder[]
  started: Set<string>
  /** Why a folder could not be opened, by its id. */
  unreadable: Map<string, ImapFault['kind']>
  /** How often in a row a listed folder did not exist when it was opened, by its id. */
  missing: Map<string, number>
  /** The UIDVALIDITY that a folder was last found renumbered to, by its id. */
  renumbered: Map<string, string>
  /** When a folder was last compared with the server, by its id. */
  comparedAt: Map<string, number>
  polledAt: number
  /** The request for a backfill turn, granted or queued. */
  permit?: Permit
}

async function readStatus(session: ImapSession, folders: MirroredFolder[]) {
  const isLabelled = folders.some(({ label }) => label !== null)
  if (!isLabelled)
    return new Map((await session.listFolders({ withStatus: true })).map((one) => [one.path, one.status]))
  // There may be hundreds of labels, but only three folders are mirrored.
  const statuses = new Map<string, FolderStatus>()
  for (const { path } of folders.filter(isMirrored)) statuses.set(path, await session.status(path))
  return statuses
}

/** Selects the folder where new mail appears first: the inbox, or All Mail if the inbox is a label. */
const isNewMailFolder = (folders: MirroredFolder[]) => {
  const role = folders.some((one) => one.role === 'inbox' && one.label !== null) ? 'all' : 'inbox'
  return (folder: MirroredFolder) => folder.role === role && folder.label === null
}

/** Folders that have changed since the last poll according to their STATUS. */
async function changedFolders(session: ImapSession, folders: MirroredFolder[]): Promise<MirroredFolder[]> {
  const now = await readStatus(session, folders)
  return folders.filter((folder) => {
    const status = now.get(folder.path)
    if (!isMirrored(folder)) return false
    if (!status) return true
    if (folder.uidValidity === null || status.highestModseq === null) return true
    return (
      status.uidValidity !== folder.uidValidity ||
      status.uidNext !== folder.uidNext ||
      status.messages !== folder.serverMessages ||
      status.highestModseq !== folder.highestModseq
    )
  })
}

const replace = (folders: MirroredFolder[], row: MirroredFolder) =>
  folders.map((one) => (one.id === row.id ? row : one))

/**
 * Skips a folder that the server lists but does not open, to not block the others: until the next session, or until the
 * folders are listed again if it does not exist.
 */
async function skipUnreadable<T>(
  { context }: SessionDeps,
  state: State,
  folder: MirroredFolder,
  work: Promise<T>,
) {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ImapFault) || !/^(refused|folder_not_found)$/.test(error.kind)) throw error
    if (error.remedy !== 'permanent') throw error
    context.log.warn({ err: error, folderId: folder.id }, 'skipping an unreadable folder')
    state.unreadable.set(folder.id, error.kind)
    return undefined
  }
}

/** Stores new messages of all folders before any deletion is committed, so that a message being moved is never lost. */
async function pollFolders(deps: SessionDeps, state: State, folders: MirroredFolder[], polls: FolderPoll[]) {
  const { context } = deps
  for (const folder of folders.filter(({ id }) => !state.unreadable.has(id))) {
    context.signal.throwIfAborted()
    const result = await skipUnreadable(deps, state, folder, pollFolder(context, folder))
    if (result) polls.push(result)
  }
}

/** A message that is moved back and forth for longer counts as deleted and new. */
const maxRepolls = 3

/**
 * Polls folders again that got mail while others were polled: a message that has left its folder may have been moved on,
 * or back, before the folder it went to was reached.
 */
async function followMoving(deps: SessionDeps, state: State, polls: FolderPoll[]): Promise<FolderPoll[]> {
  let current = polls
  for (let i = 0; i < maxRepolls && current.some(({ hasDeletions }) => hasDeletions); i++) {
    const now = await readStatus(deps.session, state.folders)
    const polled = new Map(current.map((one) => [one.folder.id, one]))
    const grown = state.folders.filter(isMirrored).flatMap((folder) => {
      const { uidNext, next } = polled.get(folder.id) ?? { uidNext: folder.uidNext, next: folder }
      return uidNext !== null && (now.get(folder.path)?.uidNext ?? 0) > uidNext ? [next] : []
    })
    if (grown.length === 0) return current
    const again: FolderPoll[] = []
    await pollFolders(deps, state, grown, again)
    const replaced = new Set(again.map(({ folder }) => folder.id))
    current = [...current.filter(({ folder }) => !replaced.has(folder.id)), ...again]
  }
  return current
}

async function poll(deps: SessionDeps, state: State, everything: boolean) {
  const all = state.folders.toSorted(byImportance)
  const isFirst = isNewMailFolder(all)
  const polls: FolderPoll[] = []
  // Opens this folder first, without STATUS: STATUS of the open folder may be stale (RFC 9051, section 6.3.11), so the
  // others are queried while this one is open.
  await pollFolders(deps, state, all.filter(isFirst), polls)
  if (everything || polls.some(({ hasDeletions }) => hasDeletions)) {
    const rest = (await changedFolders(deps.session, all)).filter((folder) => !isFirst(folder))
    await pollFolders(deps, state, rest, polls)
    state.polledAt = performance.now()
  }
  for (const one of await followMoving(deps, state, polls))
    if (!isPerhapsRenamed(deps, state, one)) state.folders = replace(state.folders, await one.commit())
  await deps.onPolled()
}

/**
 * Another folder may have got the name of this one after the folders were listed. They are listed again before the
 * messages count as renumbered.
 */
function isPerhapsRenamed(
  { wake }: SessionDeps,
  { renumbered }: State,
  { folder, renumberedTo }: FolderPoll,
) {
  if (renumberedTo === undefined || renumbered.get(folder.id) === renumberedTo) return false
  renumbered.set(folder.id, renumberedTo)
  wake.now('anything')
  return true
}

async function saveProgress({ context }: SessionDeps, { folders, unreadable }: State) {
  const total = folders.reduce((n, folder) => n + folder.serverMessages, 0)
  const incomplete = folders.filter((folder) => isIncomplete(folder) && !unreadable.has(folder.id))
  const status = incomplete.length === 0 ? 'done' : 'running'
  await context.write((db) => saveBackfillProgress(db, context.mailboxId, { status, total }))
}

/** The folder to backfill next, if any history is left. Without history, only renumbered folders are read again. */
function nextBackfillFolder({ withBackfill }: SessionDeps, { folders, unreadable, started }: State) {
  const wanted = folders.filter(
    ({ id, newSince }) => !unreadable.has(id) && (withBackfill || newSince !== null),
  )
  return nextFolderToFill(wanted, started)
}

async function matchWithoutHistory(context: MirrorContext, folder: MirroredFolder) {
  return (await matchRenumbered(context, folder)) ? folder : undefined
}

/** Runs one backfill turn; ends early on a wake-up. */
async function backfill(deps: SessionDeps, state: State, folder: MirroredFolder) {
  const { turns } = deps.context.limits
  const startedAt = performance.now()
  const isTurnUsedUp = (importedCount: number) =>
    turns.isContended()
      ? importedCount >= turnLimits.messages
      : performance.now() - startedAt >= turnLimits.ms
  const mayContinue = (importedCount: number) => !deps.wake.isPending() && !isTurnUsedUp(importedCount)
  const turn = { isFirst: !state.started.has(folder.id), mayContinue }
  const fill = deps.withBackfill
    ? backfillFolder(deps.context, folder, turn)
    : matchWithoutHistory(deps.context, folder)
  const filled = await skipUnreadable(deps, state, folder, fill)
  state.started.add(folder.id)
  // The folder was renumbered a moment ago, and has to be polled before it can be read.
  if (!filled) return state.unreadable.has(folder.id) ? undefined : deps.wake.now('anything')
  const isComplete = filled.mirroredFrom === 1 || !deps.withBackfill
  if (isComplete) await removeInvalidated(deps.context, folder.id)
  state.folders = replace(state.folders, isComplete ? { ...filled, newSince: null } : filled)
  await saveProgress(deps, state)
}

const releaseTurn = (state: State) => {
  state.permit?.release()
  delete state.permit
}

/** Waits for a wake-up or the next poll; with history left, also for a backfill turn. */
async function waitForWakeup(
  deps: SessionDeps,
  state: State,
  needsTurn: boolean,
): Promise<WakeReason | undefined> {
  const { wake } = deps
  const { signal, limits } = deps.context
  if (!needsTurn) return wake.wait(pollMs, signal)
  state.permit ??= limits.turns.request()
  const stop = new AbortController()
  const timeoutMs = Math.max(0, state.polledAt + pollMs - performance.now())
  const reason = wake.wait(timeoutMs, AbortSignal.any([signal, stop.signal]))
  await Promise.race([state.permit.granted, reason])
  stop.abort()
  // Also returns a wake-up that arrived during the abort.
  return reason
}

/** Without UIDVALIDITY, UIDs are valid for one session only (RFC 9051, section 2.3.1.1): forces a full comparison. */
const expireValidity = (folder: MirroredFolder): MirroredFolder =>
  folder.uidValidity === noValidity ? { ...folder, uidValidity: `${noValidity} before` } : folder

/** Once could be a folder that is deleted at this moment. */
const maxMissing = 2

/** Removes the messages of folders that are listed but do not exist: the deleted parents of others. */
async function emptyMissing({ context }: SessionDeps, state: State) {
  const isMissing = ({ id }: MirroredFolder) => state.unreadable.get(id) === 'folder_not_found'
  const counts = state.folders
    .filter(isMissing)
    .map(({ id }) => [id, (state.missing.get(id) ?? 0) + 1] as const)
  state.missing = new Map(counts)
  for (const folder of state.folders) {
    if ((state.missing.get(folder.id) ?? 0) < maxMissing || folder.uidValidity === null) continue
    await removeFolder(context, folder, resetFolderState)
  }
}

/** Lists the folders, polls all of them, removes those that are gone, and compares one completely if it is time. */
async function pollEverything(deps: SessionDeps, state: State) {
  const { context, session } = deps
  const { folders, gone } = await syncFolders(context, session)
  state.folders = folders
  for (const [id, kind] of state.unreadable) if (kind === 'folder_not_found') state.unreadable.delete(id)
  await poll(deps, state, true)
  for (const folder of gone) await removeFolder(context, folder)
  await emptyMissing(deps, state)
  await compareNext(deps, state)
  await readWithheld(context, state.folders)
}

/** Compares the folder whose turn it is with the server, if it is time. */
async function compareNext(deps: SessionDeps, state: State) {
  const readable = state.folders.filter(({ id }) => !state.unreadable.has(id))
  const candidates = readable.filter((folder) => !isIncomplete(folder) || isWithoutHistory(deps, folder))
  const next = nextToCompare(candidates, state.comparedAt)
  if (!next) return
  const compared = await skipUnreadable(deps, state, next, compareFolder(deps.context, next))
  if (compared) state.folders = replace(state.folders, compared)
  state.comparedAt.set(next.id, performance.now() - (compared ? 0 : compareEveryMs - compareAgainMs))
}

const isWithoutHistory = ({ withBackfill }: SessionDeps, { newSince }: MirroredFolder) =>
  !withBackfill && newSince === null

/** One iteration: pending requests, then new mail, then a backfill turn. */
async function runIteration(deps: SessionDeps, state: State) {
  const { context } = deps
  const folder = nextBackfillFolder(deps, state)
  // The first page of a folder does not wait for a turn.
  const isFirstPage = folder !== undefined && !state.started.has(folder.id)
  const reason = isFirstPage ? undefined : await waitForWakeup(deps, state, folder !== undefined)
  if (context.signal.aborted) return
  // Actions of members go first: the state of the server would otherwise revert them for a moment.
  await deps.processRequests(state.folders)
  const mayBackfill = isFirstPage || state.permit?.isGranted() === true
  const minIntervalMs = mayBackfill && !reason ? pollMs : pollMs / 2
  const isDue = reason === 'anything' || performance.now() - state.polledAt >= minIntervalMs
  if (isDue) await pollEverything(deps, state)
  else if (reason || !mayBackfill) await poll(deps, state, false)
  if (!mayBackfill) return
  const next = nextBackfillFolder(deps, state)
  if (next) await backfill(deps, state, next)
  releaseTurn(state)
  await poll(deps, state, false)
}

/** Imports the first page of a new mailbox before everything that it does not depend on. */
async function startInbox(deps: SessionDeps, state: State) {
  const inbox = state.folders.find(isNewMailFolder(state.folders))
  if (!inbox || inbox.syncedAt !== null || !deps.withBackfill) return
  await poll(deps, state, false)
  const next = nextBackfillFolder(deps, state)
  if (next?.id === inbox.id) await backfill(deps, state, next)
}

/** Mirrors a mailbox over one connection until the connection or the signal ends it. */
export async function runSession(deps: SessionDeps): Promise<void> {
  const { context, session } = deps
  await context.write((db) => resumeRenumberings(db, context.mailboxId))
  const synced = await syncFolders(context, session)
  const state: State = {
    folders: synced.folders.map(expireValidity),
    started: new Set(),
    unreadable: new Map(),
    missing: new Map(),
    renumbered: new Map(),
    comparedAt: new Map(),
    polledAt: 0,
  }
  await startInbox(deps, state)
  deps.onStarted()
  await poll(deps, state, true)
  for (const folder of synced.gone) await removeFolder(context, folder)
  await saveProgress(deps, state)
  await deps.processRequests(state.folders)
  try {
    while (!context.signal.aborted) await runIteration(deps, state)
  } finally {
    releaseTurn(state)
  }
}
