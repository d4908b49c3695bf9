import type { Permit } from '../../../platform/concurrency/semaphore.ts'
import { type FolderStatus, ImapFault, type ImapSession } from '../../../protocols/imap/imap.ts'
import type { MirroredFolder } from '../../messages/index.ts'
import { backfillFolder, nextFolderToFill } from './backfill.ts'
import { type MirrorContext, noValidity } from './context.ts'
import { byImportance, isMirrored } from './folder-keys.ts'
import { type FolderPoll, pollFolder } from './poll-folder.ts'
import { saveBackfillProgress } from './progress.store.ts'
import { removeInvalidated } from './remove-invalidated.ts'
import { syncFolders } from './sync-folders.ts'
import type { Wake, WakeReason } from './wake.ts'

const pollMs = 60_000
/** How much history is read in one go when others wait for their turn, and for how long when nobody does. */
const fairTurn = { messages: 2_000, ms: 10_000 }

export type SessionDeps = {
  context: MirrorContext
  session: ImapSession
  wake: Wake
  /** History is wanted; `processing_only` mailboxes take in what comes and nothing else. */
  withBackfill: boolean
  /** Called when a new mailbox has its first page. */
  onStarted(): void
  /** Called after each look at everything. */
  onPolled(): Promise<void>
  /** What waits to be done to the server: actions of people, periods to read again. */
  processRequests(folders: MirroredFolder[]): Promise<void>
}

type State = {
  folders: MirroredFolder[]
  started: Set<string>
  unreadable: Set<string>
  polledAt: number
  /** Our place among the mailboxes that want to read their history. */
  permit?: Permit
}

async function readStatus(session: ImapSession, folders: MirroredFolder[]) {
  const isLabelled = folders.some(({ label }) => label !== null)
  if (!isLabelled)
    return new Map((await session.listFolders({ withStatus: true })).map((one) => [one.path, one.status]))
  // There may be hundreds of labels, and three folders that count.
  const found = new Map<string, FolderStatus>()
  for (const { path } of folders.filter(isMirrored)) found.set(path, await session.status(path))
  return found
}

/** Where new mail is seen first: the inbox, or where its messages stand when it is a label. */
const isNewMailFolder = (folders: MirroredFolder[]) => {
  const role = folders.some((one) => one.role === 'inbox' && one.label !== null) ? 'all' : 'inbox'
  return (folder: MirroredFolder) => folder.role === role && folder.label === null
}

/** Folders that the server says have changed since we looked at them. */
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

/** A folder that the server lists and does not open is left out until the next session: the others go on. */
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
    state.unreadable.add(folder.id)
    return undefined
  }
}

/** What has arrived anywhere is stored before anything is taken away: a message on its way is never lost sight of. */
async function pollFolders(deps: SessionDeps, state: State, folders: MirroredFolder[], found: FolderPoll[]) {
  const { context } = deps
  for (const folder of folders.filter(({ id }) => !state.unreadable.has(id))) {
    context.signal.throwIfAborted()
    const one = await skipUnreadable(deps, state, folder, pollFolder(context, folder))
    if (one) found.push(one)
  }
}

async function poll(deps: SessionDeps, state: State, wantsAll: boolean) {
  const all = state.folders.toSorted(byImportance)
  const first = isNewMailFolder(all)
  const found: FolderPoll[] = []
  // By opening it, and first: of the open folder a server need not say what is new (RFC 9051, section 6.3.11), so the
  // state of the others is asked for while this one is open.
  await pollFolders(deps, state, all.filter(first), found)
  if (wantsAll || found.some(({ hasDeletions: hasLost }) => hasLost)) {
    const rest = (await changedFolders(deps.session, all)).filter((folder) => !first(folder))
    await pollFolders(deps, state, rest, found)
    state.polledAt = performance.now()
  }
  for (const { commit: settle } of found) state.folders = replace(state.folders, await settle())
  await deps.onPolled()
}

async function saveProgress({ context }: SessionDeps, { folders, unreadable: barred }: State) {
  const total = folders.reduce((n, folder) => n + folder.serverMessages, 0)
  const open = folders.filter((one) => isMirrored(one) && !barred.has(one.id) && (one.mirroredFrom ?? 0) > 1)
  const status = open.length === 0 ? 'done' : 'running'
  await context.write((db) => saveBackfillProgress(db, context.mailboxId, { status, total }))
}

/** The folder whose history is next, if there is any left. */
function nextBackfillFolder(
  { withBackfill: wantsHistory }: SessionDeps,
  { folders, unreadable: barred, started: begun }: State,
) {
  return wantsHistory
    ? nextFolderToFill(
        folders.filter(({ id }) => !barred.has(id)),
        begun,
      )
    : undefined
}

/** One turn of history; cut short when there is news. */
async function backfill(deps: SessionDeps, state: State, folder: MirroredFolder) {
  const { turns } = deps.context.limits
  const began = performance.now()
  const isOver = (taken: number) =>
    turns.isContended() ? taken >= fairTurn.messages : performance.now() - began >= fairTurn.ms
  const mayContinue = (taken: number) => !deps.wake.isNews() && !isOver(taken)
  const turn = { isFirst: !state.started.has(folder.id), mayContinue }
  const filled = await skipUnreadable(deps, state, folder, backfillFolder(deps.context, folder, turn))
  state.started.add(folder.id)
  if (!filled) return
  const isWhole = filled.mirroredFrom === 1
  if (isWhole) await removeInvalidated(deps.context, folder.id)
  state.folders = replace(state.folders, isWhole ? { ...filled, newSince: null } : filled)
  await saveProgress(deps, state)
}

const releaseTurn = (state: State) => {
  state.permit?.release()
  delete state.permit
}

/** Until there is news or a look is due; when there is history to read, until it is our turn to. */
async function waitForWakeup(
  deps: SessionDeps,
  state: State,
  wantsTurn: boolean,
): Promise<WakeReason | undefined> {
  const { wake } = deps
  const { signal, limits: room } = deps.context
  if (!wantsTurn) return wake.wait(pollMs, signal)
  state.permit ??= room.turns.request()
  const stop = new AbortController()
  const leftMs = Math.max(0, state.polledAt + pollMs - performance.now())
  const news = wake.wait(leftMs, AbortSignal.any([signal, stop.signal]))
  await Promise.race([state.permit.granted, news])
  stop.abort()
  // What was told while we stopped to listen is not lost.
  return news
}

/** Without a UIDVALIDITY the numbers hold for one session only (RFC 9051, section 2.3.1.1): all is compared anew. */
const expireValidity = (folder: MirroredFolder): MirroredFolder =>
  folder.uidValidity === noValidity ? { ...folder, uidValidity: `${noValidity} before` } : folder

/** One round: what was asked for, then new mail, then a turn of history. */
async function runIteration(deps: SessionDeps, state: State) {
  const { context, session } = deps
  const folder = nextBackfillFolder(deps, state)
  // The first page of a folder waits for nobody.
  const isFirstPage = folder !== undefined && !state.started.has(folder.id)
  const news = isFirstPage ? undefined : await waitForWakeup(deps, state, folder !== undefined)
  if (context.signal.aborted) return
  // What a person has done comes before what the server says: it would else undo it for a moment.
  await deps.processRequests(state.folders)
  const mayFill = isFirstPage || state.permit?.isGranted() === true
  const quietMs = mayFill && !news ? pollMs : pollMs / 2
  const isDue = news === 'anything' || performance.now() - state.polledAt >= quietMs
  if (isDue) state.folders = await syncFolders(context, session)
  if (isDue || news || !mayFill) await poll(deps, state, isDue)
  if (!mayFill) return
  const next = nextBackfillFolder(deps, state)
  if (next) await backfill(deps, state, next)
  releaseTurn(state)
  await poll(deps, state, false)
}

/** The first page of a new mailbox waits for nothing that it does not need. */
async function startInbox(deps: SessionDeps, state: State) {
  const inbox = state.folders.find(isNewMailFolder(state.folders))
  if (!inbox || inbox.uidValidity !== null || !deps.withBackfill) return
  await poll(deps, state, false)
  const next = nextBackfillFolder(deps, state)
  if (next?.id === inbox.id) await backfill(deps, state, next)
}

/** Mirrors over one connection until it ends. */
export async function runSession(deps: SessionDeps): Promise<void> {
  const { context, session } = deps
  const folders = (await syncFolders(context, session)).map(expireValidity)
  const state: State = { folders, started: new Set(), unreadable: new Set(), polledAt: 0 }
  await startInbox(deps, state)
  deps.onStarted()
  await poll(deps, state, true)
  await saveProgress(deps, state)
  await deps.processRequests(state.folders)
  try {
    while (!context.signal.aborted) await runIteration(deps, state)
  } finally {
    releaseTurn(state)
  }
}
