import type { Database, Db } from '../../../platform/db/database.ts'
import type { Live } from '../../../platform/live/live.ts'
import type { Log } from '../../../platform/log/log.ts'
import { type ImapAccount, ImapFault, type ImapSession } from '../../../protocols/imap/imap.ts'
import type { MimePool } from '../../../protocols/mime/mime-pool.ts'
import { openMailboxIncident } from '../../incidents/index.ts'
import { type MirroredFolder, publishUpdated } from '../../messages/index.ts'
import { findSyncRequest } from '../health.store.ts'
import type { Rules } from '../ingestion/decide-outcome.ts'
import { fence, LeaseLost } from '../lease/fence.ts'
import type { LeasedMailbox } from '../lease/lease.store.ts'
import { AccountClosed } from '../open-account.ts'
import { recordError } from '../record-error.ts'
import { recordRecovery, recordSync } from '../record-sync.ts'
import { createBackoff } from './backoff.ts'
import type { MirrorContext } from './context.ts'
import { suspectCount } from './import-suspects.ts'
import type { Dispatch, IsOwnLoop, OnOwnMail } from './ingest.ts'
import type { MirrorLimits } from './mirror-limits.ts'
import { runSession } from './run-session.ts'
import { storeSlice } from './store-slice.ts'
import type { Wake } from './wake.ts'
import { watchInbox } from './watch-inbox.ts'

export type MirrorDeps = {
  db: Database
  live: Live
  log: Log
  mime(): MimePool
  openAccount(db: Database, mailboxId: string): Promise<{ imap: ImapAccount }>
  openImap(account: ImapAccount): Promise<ImapSession>
  findRules(db: Db, memberId: string): Promise<Rules>
  dispatch: Dispatch
  dispatchBounces: Dispatch
  isOwnLoop: IsOwnLoop
  onOwnMail: OnOwnMail
  onDeleted: MirrorContext['onDeleted']
  /** The intervals at which IDLE probes whether the server still responds; has a default. */
  idleTimes?: { probeMs: number; replyMs: number }
  /** The first delay after a failure; one second by default. */
  initialBackoffMs?: number
  /** The age from which on a process counts as well; one minute by default. */
  calmMs?: number
  /** Processes what is pending for the server: actions of members, and resyncs. */
  processRequests(
    context: MirrorContext,
    session: ImapSession,
    folders: MirroredFolder[],
    mailbox: LeasedMailbox,
  ): Promise<void>
}
export type MirrorTask = {
  mailbox: LeasedMailbox
  epoch: number
  wake: Wake
  limits: MirrorLimits
  signal: AbortSignal
}
type SessionTask = MirrorTask & Pick<MirrorContext, 'suspects'>

function createContext(
  deps: MirrorDeps,
  { mailbox, epoch, limits, signal, suspects }: SessionTask,
  session: ImapSession,
  markChanged: () => void,
): MirrorContext {
  const { db, live, mime } = deps
  const log = deps.log.child({ mailboxId: mailbox.id })
  const write = <T>(work: (tx: Db) => Promise<T>) =>
    db.transaction(async (tx) => {
      await fence(tx, mailbox.id, epoch, 'change')
      return work(tx)
    })
  return {
    mailboxId: mailbox.id,
    db,
    signal,
    limits,
    write,
    markChanged,
    log,
    open: (folder, options) => session.open(folder.path, options),
    publishUpdated: (tx, ids) =>
      publishUpdated(tx, live, { memberId: mailbox.memberId, mailboxId: mailbox.id }, ids),
    onDeleted: deps.onDeleted,
    suspects,
    calmMs: deps.calmMs ?? 60_000,
    reportLethal: async (tx, uid) => {
      log.error({ uid }, 'stored a message without its body because reading it killed the process')
      await openMailboxIncident(tx, live, {
        memberId: mailbox.memberId,
        mailboxId: mailbox.id,
        failedAt: new Date().toISOString(),
        error:
          'A message was stored without its body: the service stopped unexpectedly each time it read it.',
      })
    },
    parse: (sources) => mime().parseMany(sources, { ownAddresses: [mailbox.address] }),
    store: async (slice, parsed) => {
      const rules = await deps.findRules(db, mailbox.memberId)
      const { dispatch, dispatchBounces, isOwnLoop, onOwnMail } = deps
      const store = { mailbox, live, rules, dispatch, dispatchBounces, isOwnLoop, onOwnMail }
      await write((tx) => storeSlice(tx, store, slice, parsed))
    },
  }
}

/** When the watching connection ends, the other one may be dead without notice: it is probed with this timeout. */
export const probeTimeoutMs = 15_000
// A connection that lasted this long resets the back-off.
const stableMs = 60_000

/** Re-opens the watching connection for as long as the first one lives. */
async function keepWatchingInbox(
  { openImap, log, idleTimes, initialBackoffMs }: MirrorDeps,
  account: ImapAccount,
  session: ImapSession,
  wake: Wake,
  signal: AbortSignal,
) {
  const backoff = createBackoff(initialBackoffMs)
  while (!signal.aborted) {
    const startedAt = performance.now()
    await watchInbox(openImap, account, () => wake.now('inbox'), signal, idleTimes).catch((err) =>
      log.debug({ err }, 'failed to watch the inbox'),
    )
    if (signal.aborted) return
    await session.noop({ withinMs: idleTimes?.replyMs ?? probeTimeoutMs }).catch(() => wake.now('anything'))
    if (performance.now() - startedAt > stableMs) backoff.reset()
    await backoff.pause(signal)
  }
}

async function mirrorOnce(deps: MirrorDeps, task: SessionTask) {
  const { mailbox, wake } = task
  const { imap } = await deps.openAccount(deps.db, mailbox.id)
  const session = await deps.openImap(imap)
  const ended = new AbortController()
  const signal = AbortSignal.any([task.signal, ended.signal])
  const started = Promise.withResolvers<void>()
  // Start watching later: two connections that open a large folder for the first time block each other on the server.
  const watching = started.promise.then(() => keepWatchingInbox(deps, imap, session, wake, signal))
  let changed = false
  const context = createContext(deps, { ...task, signal }, session, () => {
    changed = true
  })
  try {
    await recordRecovery(deps.db, deps.live, mailbox.id)
    let served = await findSyncRequest(deps.db, mailbox.id)
    await runSession({
      context,
      session,
      wake,
      onStarted: started.resolve,
      withBackfill: mailbox.syncMode === 'full',
      processRequests: (folders) => deps.processRequests(context, session, folders, mailbox),
      onPolled: async () => {
        await context.write((tx) => recordSync(tx, deps.live, mailbox.id, { served, changed }))
        changed = false
        served = await findSyncRequest(deps.db, mailbox.id)
      },
    })
  } finally {
    ended.abort()
    started.resolve()
    await session.close()
    await watching
  }
}

// The text of an error of ours may name inner parts; the log has it.
const unexpected = 'Reading the mailbox failed unexpectedly. It is tried again.'

/** Mirrors a mailbox for as long as this process owns it; retries every failure with back-off. */
export async function mirrorMailbox(deps: MirrorDeps, task: MirrorTask): Promise<void> {
  const { mailbox, signal } = task
  const backoff = createBackoff(deps.initialBackoffMs)
  const suspects = { left: mailbox.isSuspect ? suspectCount : 0 }
  while (!signal.aborted) {
    const startedAt = performance.now()
    try {
      await mirrorOnce(deps, { ...task, suspects })
    } catch (error) {
      if (signal.aborted || error instanceof LeaseLost || error instanceof AccountClosed) return
      const kind = error instanceof ImapFault ? error.kind : 'internal'
      deps.log.warn({ err: error, mailboxId: mailbox.id, kind }, 'failed to mirror a mailbox')
      const message = error instanceof ImapFault ? error.message : unexpected
      const recorded = recordError(deps.db, deps.live, mailbox.id, { kind, message, operation: 'mirror' })
      if (await recorded.catch(() => false)) return
      if (performance.now() - startedAt > stableMs) backoff.reset()
      const minMs = (error instanceof ImapFault && error.retryAfterMs) || 0
      await backoff.pause(signal, { factor: kind === 'throttled' ? 8 : 1, minMs })
    }
  }
}
