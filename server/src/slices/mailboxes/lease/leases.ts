import { startLoop } from '../../../platform/concurrency/loop.ts'
import { waitAtMost } from '../../../platform/concurrency/time.ts'
import type { Database } from '../../../platform/db/database.ts'
import { startListener } from '../../../platform/db/listen.ts'
import type { Log } from '../../../platform/log/log.ts'
import {
  claimLeases,
  findFairShare,
  findLeases,
  type LeasedMailbox,
  type LeaseRow,
  leaseChannel,
  releaseLeases,
} from './lease.store.ts'

export type LeaseDeps = {
  db: Database
  databaseUrl: string
  /** Changes after this process was declared dead (platform/jobs/heartbeat). */
  processId(): string
  log: Log
  /** This process now owns the mailbox; `epoch` must be passed to every `fence`. */
  onAcquire(mailbox: LeasedMailbox, epoch: number): void
  /** Ownership has ended. Resolves once all work on the mailbox has stopped here. */
  onLose(mailboxId: string): Promise<void> | void
  /** A mailbox of this process has a new request: poll it now. */
  onWake(mailboxId: string): void
  everyMs?: number
}

const stopTimeoutMs = 5_000

/** The mailboxes this process mirrors. Each mailbox is mirrored by one live worker process at a time. */
export function createLeases(deps: LeaseDeps) {
  const { db, log } = deps
  const held = new Map<string, number>()
  let ownerId = deps.processId()

  const acquire = ({ epoch, ...mailbox }: LeaseRow) => {
    held.set(mailbox.id, epoch)
    deps.onAcquire(mailbox, epoch)
  }

  /** A mirror that hangs does not delay the release for long: the epoch keeps it from writing. */
  async function lose(ids: string[]) {
    for (const id of ids) held.delete(id)
    const stopped = ids.map(async (id) => deps.onLose(id))
    await waitAtMost(Promise.allSettled(stopped), stopTimeoutMs)
  }

  /** Aligns the local state with the database. */
  async function reconcile(processId: string) {
    if (processId !== ownerId) await lose([...held.keys()])
    ownerId = processId
    const rows = await findLeases(db, processId)
    const epochs = new Map(rows.map((row) => [row.id, row.epoch]))
    await lose([...held].filter(([id, epoch]) => epochs.get(id) !== epoch).map(([id]) => id))
    // Claims whose response was lost.
    for (const row of rows) if (!held.has(row.id)) acquire(row)
  }

  async function release(processId: string, leases: { id: string; epoch: number }[]) {
    if (leases.length === 0) return
    await lose(leases.map(({ id }) => id))
    await releaseLeases(db, processId, leases)
  }

  const leaseList = () => [...held].map(([id, epoch]) => ({ id, epoch }))

  async function rebalance() {
    const processId = deps.processId()
    await reconcile(processId)
    const share = await findFairShare(db)
    if (held.size < share) for (const row of await claimLeases(db, processId, share - held.size)) acquire(row)
    // Release the newest leases; the oldest have warm connections and state.
    else if (held.size > share) await release(processId, leaseList().slice(share))
  }

  const loop = startLoop(rebalance, deps.everyMs ?? 2_000, (err) =>
    log.warn({ err }, 'failed to rebalance mailbox leases'),
  )
  const listener = startListener({
    url: deps.databaseUrl,
    channel: leaseChannel,
    log,
    onNotification: (mailboxId) => {
      if (held.has(mailboxId)) deps.onWake(mailboxId)
      loop.now()
    },
    onListening: loop.now,
  })

  return {
    held: () => new Map(held),
    /** Releases all leases, so that other workers can take over at once. */
    async stop() {
      await listener.stop()
      await loop.stop()
      await release(ownerId, leaseList()).catch((err) =>
        log.warn({ err }, 'failed to release mailbox leases'),
      )
    },
  }
}
