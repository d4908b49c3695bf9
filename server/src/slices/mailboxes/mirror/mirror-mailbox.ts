import type { Database, Db } from '../../../platform/db/database.ts'
import type { Live } from '../../../platform/live/live.ts'
import type { Log } from '../../../platform/log/log.ts'
import { type ImapAccount, ImapFault, type ImapSession } from '../../../protocols/imap/imap.ts'
import type { MimePool } from '../../../protocols/mime/mime-pool.ts'
import { findSyncRequest } from '../health.store.ts'
import type { Rules } from '../ingestion/decide-outcome.ts'
import { fence, LeaseLost } from '../lease/fence.ts'
import type { LeasedMailbox } from '../lease/lease.store.ts'
import { noteError } from '../note-error.ts'
import { noteRecovered, noteSynced } from '../note-synced.ts'
import { AccountClosed } from '../open-account.ts'
import { createBackoff } from './backoff.ts'
import type { MirrorContext } from './context.ts'
import type { FolderRow } from './folders.store.ts'
import type { Dispatch, IsOwnLoop } from './ingest.ts'
import { runSession } from './run-session.ts'
import { storeSlice } from './store-slice.ts'
import type { Wake } from './wake.ts'
import { watchInbox } from './watch-inbox.ts'

export type MirrorDeps = {
  db: Database
  live: Live
  log: Log
  mime: MimePool
  openAccount(db: Database, mailboxId: string): Promise<{ imap: ImapAccount }>
  openImap(account: ImapAccount): Promise<ImapSession>
  findRules(db: Db, memberId: string): Promise<Rules>
  dispatch: Dispatch
  isOwnLoop: IsOwnLoop
  /** What waits to be done to the server: actions of people, periods to read again. */
  serve(
    context: MirrorContext,
    session: ImapSession,
    folders: FolderRow[],
    mailbox: LeasedMailbox,
  ): Promise<void>
}
export type Mirrored = { mailbox: LeasedMailbox; epoch: number; wake: Wake; signal: AbortSignal }

function contextOf(
  deps: MirrorDeps,
  { mailbox, epoch, signal }: Mirrored,
  session: ImapSession,
  noteChange: () => void,
): MirrorContext {
  const { db, live, mime } = deps
  const write = <T>(work: (tx: Db) => Promise<T>) =>
    db.transaction(async (tx) => {
      await fence(tx, mailbox.id, epoch, 'change')
      return work(tx)
    })
  return {
    ...{ mailboxId: mailbox.id, db, signal, write, noteChange },
    log: deps.log.child({ mailboxId: mailbox.id }),
    open: (folder) => session.open(folder.path),
    async prepare(slice) {
      const rules = await deps.findRules(db, mailbox.memberId)
      const sources = slice.messages.map(({ source }) => source)
      const parsed = await mime.parseMany(sources, { ownAddresses: [mailbox.address] })
      const store = { mailbox, live, rules, dispatch: deps.dispatch, isOwnLoop: deps.isOwnLoop }
      return () => write((tx) => storeSlice(tx, store, slice, parsed))
    },
  }
}

/** Keeps the second connection up for as long as the first one lives. */
async function keepWatching(deps: MirrorDeps, account: ImapAccount, wake: Wake, signal: AbortSignal) {
  const backoff = createBackoff()
  while (!signal.aborted) {
    await watchInbox(deps.openImap, account, () => wake.now('inbox'), signal).catch((err) =>
      deps.log.debug({ err }, 'the inbox is not watched'),
    )
    await backoff.pause(signal)
  }
}

async function mirrorOnce(deps: MirrorDeps, mirrored: Mirrored) {
  const { mailbox, wake } = mirrored
  const { imap } = await deps.openAccount(deps.db, mailbox.id)
  const session = await deps.openImap(imap)
  const ended = new AbortController()
  const signal = AbortSignal.any([mirrored.signal, ended.signal])
  const watching = keepWatching(deps, imap, wake, signal)
  let changed = false
  const context = contextOf(deps, { ...mirrored, signal }, session, () => {
    changed = true
  })
  try {
    await noteRecovered(deps.db, deps.live, mailbox.id)
    let served = await findSyncRequest(deps.db, mailbox.id)
    await runSession({
      ...{ context, session, wake },
      wantsHistory: mailbox.syncMode === 'full',
      serve: (folders) => deps.serve(context, session, folders, mailbox),
      looked: async () => {
        await context.write((tx) => noteSynced(tx, deps.live, mailbox.id, { served, changed }))
        changed = false
        served = await findSyncRequest(deps.db, mailbox.id)
      },
    })
  } finally {
    ended.abort()
    await session.close()
    await watching
  }
}

/** Mirrors a mailbox for as long as it is ours; whatever goes wrong is tried again, more and more slowly. */
export async function mirrorMailbox(deps: MirrorDeps, mirrored: Mirrored): Promise<void> {
  const { mailbox, signal } = mirrored
  const backoff = createBackoff()
  while (!signal.aborted) {
    const began = performance.now()
    try {
      await mirrorOnce(deps, mirrored)
    } catch (error) {
      if (signal.aborted || error instanceof LeaseLost || error instanceof AccountClosed) return
      const kind = error instanceof ImapFault ? error.kind : 'internal'
      deps.log.warn({ err: error, mailboxId: mailbox.id, kind }, 'a mailbox could not be mirrored')
      const message = error instanceof Error ? error.message : String(error)
      await noteError(deps.db, deps.live, mailbox.id, { kind, message, operation: 'mirror' }).catch(
        () => undefined,
      )
      if (performance.now() - began > 60_000) backoff.reset()
      await backoff.pause(signal, kind === 'throttled' ? 8 : 1)
    }
  }
}
