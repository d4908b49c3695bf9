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
  /** Changes when this process was taken for dead (platform/jobs/heartbeat). */
  processId(): string
  log: Log
  /** From here on this process mirrors the mailbox; `epoch` goes into every `fence`. */
  onAcquire(mailbox: LeasedMailbox, epoch: number): void
  /** No longer. Answers when nothing of it runs here any more. */
  onLose(mailboxId: string): Promise<void> | void
  /** Something was asked of a mailbox that is ours: look now. */
  onWake(mailboxId: string): void
  everyMs?: number
}

const loseWithinMs = 5_000

/** Which mailboxes this process mirrors: each of them is mirrored by one living worker process at a time. */
export function createLeases(deps: LeaseDeps) {
  const { db, log } = deps
  const held = new Map<string, number>()
  let heldAs = deps.processId()

  const acquire = ({ epoch, ...mailbox }: LeaseRow) => {
    held.set(mailbox.id, epoch)
    deps.onAcquire(mailbox, epoch)
  }

  /** Others need not wait for a mirror that hangs: the epoch keeps it from writing. */
  async function lose(ids: string[]) {
    for (const id of ids) held.delete(id)
    const ends = ids.map(async (id) => deps.onLose(id))
    await waitAtMost(Promise.allSettled(ends), loseWithinMs)
  }

  /** Brings what we believe into line with the table. */
  async function reconcile(processId: string) {
    if (processId !== heldAs) await lose([...held.keys()])
    heldAs = processId
    const rows = await findLeases(db, processId)
    const epochs = new Map(rows.map((row) => [row.id, row.epoch]))
    await lose([...held].filter(([id, epoch]) => epochs.get(id) !== epoch).map(([id]) => id))
    // A claim whose answer was lost.
    for (const row of rows) if (!held.has(row.id)) acquire(row)
  }

  async function giveUp(processId: string, leases: { id: string; epoch: number }[]) {
    if (leases.length === 0) return
    await lose(leases.map(({ id }) => id))
    await releaseLeases(db, processId, leases)
  }

  const heldList = () => [...held].map(([id, epoch]) => ({ id, epoch }))

  async function look() {
    const processId = deps.processId()
    await reconcile(processId)
    const share = await findFairShare(db)
    if (held.size < share) for (const row of await claimLeases(db, processId, share - held.size)) acquire(row)
    // The newest first: the longest held are warm.
    else if (held.size > share) await giveUp(processId, heldList().slice(share))
  }

  const loop = startLoop(look, deps.everyMs ?? 2_000, (err) =>
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
    /** Gives everything up, so that others go on at once. */
    async stop() {
      await listener.stop()
      await loop.stop()
      await giveUp(heldAs, heldList()).catch((err) => log.warn({ err }, 'failed to release mailbox leases'))
    },
  }
}
