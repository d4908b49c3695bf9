import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../platform/db/database.ts'
import { isDatabaseUnavailable } from '../../platform/db/faults.ts'
import { newId } from '../../platform/ids/ids.ts'
import type { JobContext } from '../../platform/jobs/define-job.ts'
import type { Live } from '../../platform/live/live.ts'
import { type ComposedMail, ComposeError, composeSource } from './compose-source.ts'
import {
  type ClaimedItem,
  claimItem,
  type DeliveryState,
  findDeliveryState,
  holdItem,
  markDot,
  recover,
  releaseItem,
} from './delivery.store.ts'
import { FileStoreUnavailable } from './file-store.ts'
import { enterMailServerCall, putOffMs } from './mail-server-calls.ts'
import { publishStatus } from './notify-member.ts'
import { takeTurn } from './pace-delivery.ts'
import { pendingRecipients } from './pending-recipients.ts'
import type { DeliveryOutcome, SendingPorts } from './ports.ts'
import { putInDrafts } from './put-in-drafts.ts'
import {
  maxAttempts,
  recordOutcome,
  reportFailure,
  reportInterruptedFollowUp,
  reportUnknown,
} from './record-outcome.ts'
import { scheduleDelivery } from './schedule.ts'

export type DeliverDeps = {
  live: Live
  ports: SendingPorts
  /** MAILWRIGHT_SENDING; the SQL statements check the switches in the database themselves. */
  enabled: boolean
  /** Mails per mailbox. */
  maxPerMinute: number
  /** The current heartbeat id of this process. */
  processId: () => string
}
type Context = Pick<JobContext, 'db' | 'signal' | 'log'>
type Task = { deps: DeliverDeps; context: Context; item: ClaimedItem; claim: string }

/** Claims of deliveries that run in this process. An item with another claim of this process was left by a failed job. */
const activeClaims = new Set<string>()

/** Thrown when the dot mark was not written: the mail must not be sent. */
const sendForbidden = () => new Error('Ownership of the item was lost, or sending was switched off.')

async function send(
  { deps, context, item, claim }: Task,
  { source }: ComposedMail,
): Promise<DeliveryOutcome | 'stopped'> {
  let marked = false
  let refused = false
  const beforeDot = async () => {
    refused = !deps.enabled || (await markDot(context.db, { id: item.id, claim })) === 0
    if (refused) throw sendForbidden()
    marked = true
  }
  const { db, signal } = context
  const envelope = { from: item.mailboxAddress, to: pendingRecipients(item) }
  const outcome = await deps.ports
    .deliver(db, { mailboxId: item.mailboxId, envelope, source, beforeDot, signal })
    .catch((error): DeliveryOutcome => {
      context.log.error({ err: error, id: item.id }, 'delivery failed unexpectedly')
      const message = 'Sending failed unexpectedly.'
      if (marked) return { state: 'unknown', kind: 'broken_off', message }
      return { state: 'failed', transient: true, kind: 'broken_off', message }
    })
  if (outcome.state === 'failed' && (refused || (signal.aborted && outcome.transient))) return 'stopped'
  return outcome
}

async function prepare({
  deps,
  context,
  item,
  claim,
}: Task): Promise<ComposedMail | DeliveryOutcome | undefined> {
  try {
    return await composeSource(context.db, deps.ports, item, claim)
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    context.log.warn({ err: error, id: item.id }, 'failed to compose a mail')
    if (error instanceof FileStoreUnavailable)
      return { state: 'failed', transient: true, kind: 'files_away', message: error.message }
    const kind = error instanceof ComposeError ? error.kind : 'compose_failed'
    const message = error instanceof ComposeError ? error.message : 'The mail could not be composed.'
    return { state: 'failed', transient: false, kind, message }
  }
}

// Only this process knows whether the mail was sent, so it retries until the outcome is recorded.
async function recordWithRetry({ deps, context, item, claim }: Task, outcome: DeliveryOutcome) {
  for (let retries = 0; ; retries++) {
    try {
      return await recordOutcome(context.db, deps.live, { ...item, claim }, outcome)
    } catch (error) {
      if (!isDatabaseUnavailable(error) || retries >= 120) throw error
      await sleep(Math.min(5_000, 100 * 2 ** retries), undefined, { ref: false })
    }
  }
}

async function deliverClaimed(task: Task) {
  const prepared = await prepare(task)
  if (!prepared) return
  const transfer = task.item.intoDrafts ? putInDrafts : send
  const outcome = 'state' in prepared ? prepared : await transfer(task, prepared)
  if (outcome !== 'stopped') return recordWithRetry(task, outcome)
  const { db, signal } = task.context
  const item = await releaseItem(db, { id: task.item.id, claim: task.claim })
  if (item) publishStatus(db, task.deps.live, item, 'pending')
  // Rethrown so that the job runner returns the aborted job to the queue at once.
  signal.throwIfAborted()
  await attempt(task.deps, task.item.id, task.context)
}

/** Delivers the item unless its member has as many deliveries in progress as it may; then it is put off. */
async function deliverInShare(task: Task) {
  const { deps, context, item, claim } = task
  const leave = enterMailServerCall(item.memberId)
  if (!leave) {
    await releaseItem(context.db, { id: item.id, claim })
    await scheduleDelivery(context.db, item.id, new Date(Date.now() + putOffMs()).toISOString())
    return
  }
  try {
    if (item.ratePending && !(await takeTurn(context.db, { ...deps, item, claim }))) return
    publishStatus(context.db, deps.live, item, 'running')
    await deliverClaimed(task)
  } finally {
    leave()
  }
}

/** Handles an item that could not be claimed. Returns true to try again at once. */
async function handleUnclaimed(
  deps: DeliverDeps,
  id: string,
  { db }: Context,
  s: DeliveryState,
): Promise<boolean> {
  if (s.sendStatus === 'running') return handleRunning(deps, id, db, s)
  if (s.sendStatus !== 'pending') return false
  if (!s.isOn) {
    const held = await holdItem(db, id)
    if (held) publishStatus(db, deps.live, held, 'held')
    return false
  }
  if (s.isDue) return true
  await scheduleDelivery(db, id, s.sendAfter)
  return false
}

const recheckMs = 3_000

async function handleRunning({ live }: DeliverDeps, id: string, db: Database, s: DeliveryState) {
  const { claim } = s
  if (!claim) return false
  // A claim of this process that is not active belongs to a job that lost the database before it recorded an outcome.
  if (activeClaims.has(claim) || (s.isClaimantAlive && !s.isClaimedHere)) {
    await scheduleDelivery(db, id, new Date(Date.now() + recheckMs).toISOString())
    return false
  }
  return db.transaction(async (tx) => {
    const item = await recover(tx, { id, claim }, maxAttempts)
    if (item?.sendStatus === 'unknown') await reportUnknown(tx, live, item)
    if (item?.sendStatus === 'failed') await reportFailure(tx, live, item, 'interrupted')
    if (item?.sendStatus === 'done') await reportInterruptedFollowUp(tx, live, item)
    return true
  })
}

async function attempt(deps: DeliverDeps, id: string, context: Context): Promise<void> {
  for (let round = 0; round < 5; round++) {
    const claim = newId()
    activeClaims.add(claim)
    try {
      const item = await claimItem(context.db, { id, claim }, deps.processId(), deps.enabled)
      if (item) return await deliverInShare({ deps, context, item, claim })
    } finally {
      activeClaims.delete(claim)
    }
    const state = await findDeliveryState(context.db, id, deps.processId(), deps.enabled)
    if (!state || !(await handleUnclaimed(deps, id, context, state))) return
  }
}

/** Delivers one item. At most one mail is sent, even if processes die meanwhile. */
export const deliverMail = attempt
