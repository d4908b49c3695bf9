import type { ImapSession } from '../../../protocols/imap/imap.ts'
import { fillFolder, nextToFill } from './backfill.ts'
import type { MirrorContext } from './context.ts'
import { byImportance } from './folder-keys.ts'
import { type FolderRow, saveProgress } from './folders.store.ts'
import { type Look, lookAtFolder } from './look-at-folder.ts'
import { removeLeftAside } from './remove-left-aside.ts'
import { syncFolders } from './sync-folders.ts'
import type { Wake } from './wake.ts'

const pollMs = 60_000

export type SessionDeps = {
  context: MirrorContext
  session: ImapSession
  wake: Wake
  /** History is wanted; `processing_only` mailboxes take in what comes and nothing else. */
  wantsHistory: boolean
  /** Called after each look at everything. */
  looked(): Promise<void>
  /** What waits to be done to the server: actions of people, periods to read again. */
  serve(folders: FolderRow[]): Promise<void>
}

type State = { folders: FolderRow[]; begun: Set<string>; polledAt: number }

/** Folders that the server says have changed since we looked at them. */
async function changedFolders(session: ImapSession, folders: FolderRow[]): Promise<FolderRow[]> {
  const now = new Map((await session.listFolders({ withStatus: true })).map((one) => [one.path, one.status]))
  return folders.filter((folder) => {
    const status = now.get(folder.path)
    if (!folder.selectable || !status) return false
    if (folder.uidValidity === null || status.highestModseq === null) return true
    return (
      status.uidValidity !== folder.uidValidity ||
      status.uidNext !== folder.uidNext ||
      status.messages !== folder.serverMessages ||
      status.highestModseq !== folder.highestModseq
    )
  })
}

const replace = (folders: FolderRow[], row: FolderRow) =>
  folders.map((one) => (one.id === row.id ? row : one))

/** What has arrived anywhere is stored before anything is taken away: a message on its way is never lost sight of. */
async function lookAt({ context }: SessionDeps, folders: FolderRow[], found: Look[]) {
  for (const folder of folders) {
    context.signal.throwIfAborted()
    found.push(await lookAtFolder(context, folder))
  }
}

async function look(deps: SessionDeps, state: State, wantsAll: boolean) {
  const all = state.folders.toSorted(byImportance)
  const inbox = all.filter((folder) => folder.role === 'inbox')
  const found: Look[] = []
  if (!wantsAll) await lookAt(deps, inbox, found)
  const everything = wantsAll || found.some(({ hasLost }) => hasLost)
  if (everything) {
    const rest = (await changedFolders(deps.session, all)).filter(
      (folder) => wantsAll || folder.role !== 'inbox',
    )
    await lookAt(deps, rest, found)
    state.polledAt = performance.now()
  }
  for (const { settle } of found) state.folders = replace(state.folders, await settle())
  await deps.looked()
}

async function tellProgress({ context }: SessionDeps, { folders }: State) {
  const total = folders.reduce((n, folder) => n + folder.serverMessages, 0)
  const open = folders.filter((folder) => folder.selectable && (folder.mirroredFrom ?? 0) > 1)
  const status = open.length === 0 ? 'done' : 'running'
  await context.write((db) => saveProgress(db, context.mailboxId, { status, total }))
}

/** One turn of history; false when there is none left. */
async function fill(deps: SessionDeps, state: State): Promise<boolean> {
  const folder = deps.wantsHistory ? nextToFill(state.folders, state.begun) : undefined
  if (!folder) return false
  const filled = await fillFolder(deps.context, folder, !state.begun.has(folder.id))
  state.begun.add(folder.id)
  state.folders = replace(state.folders, filled)
  if (filled.mirroredFrom === 1) await removeLeftAside(deps.context, folder.id)
  await tellProgress(deps, state)
  return true
}

/** Mirrors over one connection until it ends: new mail first, then what was asked for, then history. */
export async function runSession(deps: SessionDeps): Promise<void> {
  const { context, session, wake } = deps
  const { signal } = context
  const state: State = { folders: await syncFolders(context, session), begun: new Set(), polledAt: 0 }
  await look(deps, state, true)
  await tellProgress(deps, state)
  while (!signal.aborted) {
    await deps.serve(state.folders)
    if (await fill(deps, state)) {
      await look(deps, state, false)
      continue
    }
    const news = await wake.wait(pollMs, signal)
    if (signal.aborted) return
    // What a person has done comes before what the server says: it would else undo it for a moment.
    await deps.serve(state.folders)
    const isDue = news === 'anything' || performance.now() - state.polledAt >= pollMs / 2
    if (isDue) state.folders = await syncFolders(context, session)
    await look(deps, state, isDue)
  }
}
