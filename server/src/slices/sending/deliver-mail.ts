import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../platform/db/database.ts'
import { isDatabaseAway } from '../../platform/db/faults.ts'
import { newId } from '../../platform/ids/ids.ts'
import type { JobContext } from '../../platform/jobs/define-job.ts'
import type { Live } from '../../platform/live/live.ts'
import { ComposeError, composeSource, type ComposedMail } from './compose-source.ts'
import {
  type ClaimedItem,
  claimItem,
  findDeliveryState,
  releaseItem,
  holdItem,
  markDot,
  recover,
  type DeliveryState,
} from './delivery.store.ts'
import { FileStoreUnavailable } from './file-store.ts'
import type { DeliveryOutcome, SendingPorts } from './ports.ts'
import { putInDrafts } from './put-in-drafts.ts'
import { pendingRecipients } from './pending-recipients.ts'
import { scheduleDelivery } from './schedule.ts'
import { publishStatus } from './notify-member.ts'
import { maxAttempts, reportFailure, reportInterruptedFollowUp, reportUnknown, recordOutcome } from './record-outcome.ts'

export type DeliverDeps = {
  live: Live
  ports: SendingPorts
  /** The setting; the switches of the database are asked by the statements themselves. */
  enabled: boolean
  /** The id under which this process now beats. */
  processId: () => string
}
type Context = Pick<JobContext, 'db' | 'signal' | 'log'>
type Task = { deps: DeliverDeps; context: Context; item: ClaimedItem; claim: string }

/** Deliveries of this process: what it holds and does not have here is of a run that ended badly. */
const activeClaims = new Set<string>()

/** Raised where the mark was not written: the mail must not leave. */
const sendForbidden = () => new Error('The item is no longer ours to send, or sending was switched off.')

async function send({ deps, context, item, claim }: Task, { source }: ComposedMail): Promise<DeliveryOutcome | 'stopped'> {
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
      context.log.error({ err: error, id: item.id }, 'a delivery broke off')
      const message = error instanceof Error ? error.message : String(error)
      if (marked) return { state: 'unknown', kind: 'broken_off', message }
      return { state: 'failed', transient: true, kind: 'broken_off', message }
    })
  if (outcome.state === 'failed' && (refused || (signal.aborted && outcome.transient))) return 'stopped'
  return outcome
}

async function prepare({ deps, context, item, claim }: Task): Promise<ComposedMail | DeliveryOutcome | undefined> {
  try {
    return await composeSource(context.db, deps.ports, item, claim)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    context.log.warn({ err: error, id: item.id }, 'a mail could not be composed')
    if (error instanceof FileStoreUnavailable)
      return { state: 'failed', transient: true, kind: 'files_away', message: error.message }
    const kind = error instanceof ComposeError ? error.kind : 'compose_failed'
    const message = error instanceof ComposeError ? error.message : 'The mail could not be composed.'
    return { state: 'failed', transient: false, kind, message }
  }
}

// The mail has left, or has not: until that is written down nobody else can know.
async function recordWithRetry({ deps, context, item, claim }: Task, outcome: DeliveryOutcome) {
  for (let tries = 0; ; tries++) {
    try {
      return await recordOutcome(context.db, deps.live, { ...item, claim }, outcome)
    } catch (error) {
      if (!isDatabaseAway(error) || tries >= 120) throw error
      await sleep(Math.min(5_000, 100 * 2 ** tries), undefined, { ref: false })
    }
  }
}

async function deliverClaimed(task: Task) {
  const ready = await prepare(task)
  if (!ready) return
  const hand = task.item.intoDrafts ? putInDrafts : send
  const outcome = 'state' in ready ? ready : await hand(task, ready)
  if (outcome !== 'stopped') return recordWithRetry(task, outcome)
  const { db, signal } = task.context
  const item = await releaseItem(db, { id: task.item.id, claim: task.claim })
  if (item) publishStatus(db, task.deps.live, item, 'pending')
  // Thrown on: who cut this job short gives it to another process at once.
  signal.throwIfAborted()
  await attempt(task.deps, task.item.id, task.context)
}

/** What is to be done with an item that could not be claimed. True: try again now. */
async function handleUnclaimed(deps: DeliverDeps, id: string, { db }: Context, s: DeliveryState): Promise<boolean> {
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
  // A run of this process that is no longer under way ended without a word: the database was away.
  if (activeClaims.has(claim) || (s.isClaimantAlive && !s.isOurs)) {
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
  for (let rounds = 0; rounds < 5; rounds++) {
    const claim = newId()
    activeClaims.add(claim)
    try {
      const item = await claimItem(context.db, { id, claim }, deps.processId(), deps.enabled)
      if (item) {
        publishStatus(context.db, deps.live, item, 'running')
        return await deliverClaimed({ deps, context, item, claim })
      }
    } finally {
      activeClaims.delete(claim)
    }
    const standing = await findDeliveryState(context.db, id, deps.processId(), deps.enabled)
    if (!standing || !(await handleUnclaimed(deps, id, context, standing))) return
  }
}

/** Takes one item as far as it goes: at most one mail leaves, whatever dies on the way. */
export const deliverMail = attempt
