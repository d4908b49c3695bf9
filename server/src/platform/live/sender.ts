import type { Database } from '../db/database.ts'
import { isDatabaseAway } from '../db/faults.ts'
import type { Log } from '../log/log.ts'
import { createBacklog } from './backlog.ts'
import { notifyListeners } from './live.store.ts'
import { pack } from './parcel.ts'

const tickMs = 20
const longestPauseMs = 5_000

export type SenderDeps = {
  /** A connection of its own: a hint must not wait behind the product's statements, nor they behind it. */
  db: Database
  log: Log
}

/** Collects parcels and sends them to every process, all that came within a tick with one statement. */
export function createSender({ db, log }: SenderDeps) {
  const backlog = createBacklog()
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> | undefined
  let closed = false

  async function send() {
    const batch = backlog.take()
    try {
      await notifyListeners(db, pack(batch))
      failures = 0
    } catch (err) {
      // Whether it arrived may be unknown: a hint said twice does no harm.
      if (isDatabaseAway(err)) backlog.putBack(batch)
      else backlog.giveUp()
      if (++failures === 1) log.warn({ err }, 'live events wait for the database')
    }
  }

  const wake = () => {
    if (sending || closed) return
    timer ??= setTimeout(flush, Math.min(tickMs * 2 ** failures, longestPauseMs))
  }
  async function flush() {
    timer = undefined
    sending = send()
    await sending
    sending = undefined
    if (!backlog.isEmpty) wake()
  }

  return {
    push(parcel: string) {
      if (closed) return
      backlog.add(parcel)
      wake()
    },
    /** Sends what waits, unless the database is away. */
    async close() {
      closed = true
      clearTimeout(timer)
      await sending
      for (failures = 0; !backlog.isEmpty && failures === 0; ) await send()
      await db.close().catch(() => undefined)
    },
  }
}
