import type { Database, Db } from '../../../platform/db/database.ts'
import type { Live } from '../../../platform/live/live.ts'
import type { Log } from '../../../platform/log/log.ts'
import { type ImapAccount, ImapFault, type ImapSession } from '../../../protocols/imap/imap.ts'
import type { MimePool } from '../../../protocols/mime/mime-pool.ts'
import { type MirroredFolder, publishUpdated } from '../../messages/index.ts'
import { findSyncRequest } from '../health.store.ts'
import type { Rules } from '../ingestion/decide-outcome.ts'
import { fence, LeaseLost } from '../lease/fence.ts'
import type { LeasedMailbox } from '../lease/lease.store.ts'
import { noteError } from '../note-error.ts'
import { noteRecovered, noteSynced } from '../note-synced.ts'
import { AccountClosed } from '../open-account.ts'
import { createBackoff } from './backoff.ts'
import type { MirrorContext } from './context.ts'
import type { Dispatch, IsOwnLoop } from './ingest.ts'
import type { MirrorLimits } from './mirror-limits.ts'
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
  /** How IDLE proves that the server is still there; the usual times unless told. */
  idleTimes?: { probeMs: number; replyMs: number }
  /** The first pause after a failure, a second unless told. */
  firstPauseMs?: number
  /** What waits to be done to the server: actions of people, periods to read again. */
  serve(
    context: MirrorContext,
    session: ImapSession,
    folders: MirroredFolder[],
    mailbox: LeasedMailbox,
  ): Promise<void>
}
export type Mirrored = {
  mailbox: LeasedMailbox
  epoch: number
  wake: Wake
  room: MirrorLimits
  signal: AbortSignal
}

function contextOf(
  deps: MirrorDeps,
  { mailbox, epoch, room, signal }: Mirrored,
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
    mailboxId: mailbox.id,
    db,
    signal,
    room,
    write,
    noteChange,
    log: deps.log.child({ mailboxId: mailbox.id }),
    open: (folder, options) => session.open(folder.path, options),
    publishUpdated: (tx, ids) =>
      publishUpdated(tx, live, { memberId: mailbox.memberId, mailboxId: mailbox.id }, ids),
    parse: (sources) => mime.parseMany(sources, { ownAddresses: [mailbox.address] }),
    store: async (slice, parsed) => {
      const rules = await deps.findRules(db, mailbox.memberId)
      const store = { mailbox, live, rules, dispatch: deps.dispatch, isOwnLoop: deps.isOwnLoop }
      await write((tx) => storeSlice(tx, store, slice, parsed))
    },
  }
}

/** What ended one connection may have ended the other, and nothing would tell: it is asked, and not for long. */
export const proofMs = 15_000
// A watch that lasted so long was a good one.
const steadyMs = 60_000

/** Keeps the second connection up for as long as the first one lives. */
async function keepWatching(
  { openImap, log, idleTimes, firstPauseMs }: MirrorDeps,
  account: ImapAccount,
  session: ImapSession,
  wake: Wake,
  signal: AbortSignal,
) {
  const backoff = createBackoff(firstPauseMs)
  while (!signal.aborted) {
    const began = performance.now()
    await watchInbox(openImap, account, () => wake.now('inbox'), signal, idleTimes).catch((err) =>
      log.debug({ err }, 'the inbox is not watched'),
    )
    if (signal.aborted) return
    await session.noop({ withinMs: idleTimes?.replyMs ?? proofMs }).catch(() => wake.now('anything'))
    if (performance.now() - began > steadyMs) backoff.reset()
    await backoff.pause(signal)
  }
}

async function mirrorOnce(deps: MirrorDeps, mirrored: Mirrored) {
  const { mailbox, wake } = mirrored
  const { imap } = await deps.openAccount(deps.db, mailbox.id)
  const session = await deps.openImap(imap)
  const ended = new AbortController()
  const signal = AbortSignal.any([mirrored.signal, ended.signal])
  const begun = Promise.withResolvers<void>()
  // Two first looks at a large folder hold each other up on the server.
  const watching = begun.promise.then(() => keepWatching(deps, imap, session, wake, signal))
  let changed = false
  const context = contextOf(deps, { ...mirrored, signal }, session, () => {
    changed = true
  })
  try {
    await noteRecovered(deps.db, deps.live, mailbox.id)
    let served = await findSyncRequest(deps.db, mailbox.id)
    await runSession({
      context,
      session,
      wake,
      begun: begun.resolve,
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
    begun.resolve()
    await session.close()
    await watching
  }
}

/** Mirrors a mailbox for as long as it is ours; whatever goes wrong is tried again, more and more slowly. */
export async function mirrorMailbox(deps: MirrorDeps, mirrored: Mirrored): Promise<void> {
  const { mailbox, signal } = mirrored
  const backoff = createBackoff(deps.firstPauseMs)
  while (!signal.aborted) {
    const began = performance.now()
    try {
      await mirrorOnce(deps, mirrored)
    } catch (error) {
      if (signal.aborted || error instanceof LeaseLost || error instanceof AccountClosed) return
      const kind = error instanceof ImapFault ? error.kind : 'internal'
      deps.log.warn({ err: error, mailboxId: mailbox.id, kind }, 'a mailbox could not be mirrored')
      const message = error instanceof Error ? error.message : String(error)
      const noting = noteError(deps.db, deps.live, mailbox.id, { kind, message, operation: 'mirror' })
      if (await noting.catch(() => false)) return
      if (performance.now() - began > steadyMs) backoff.reset()
      const leastMs = (error instanceof ImapFault && error.retryAfterMs) || 0
      await backoff.pause(signal, { factor: kind === 'throttled' ? 8 : 1, leastMs })
    }
  }
}
