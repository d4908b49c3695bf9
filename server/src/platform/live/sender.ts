import type { Database } from '../db/database.ts'
import { isDatabaseUnavailable } from '../db/faults.ts'
import type { Log } from '../log/log.ts'
import { createBacklog } from './backlog.ts'
import { packPayloads } from './broadcast.ts'
import { notifyListeners } from './live.store.ts'

const tickMs = 20
const maxBackoffMs = 5_000

export type SenderDeps = {
  /** A dedicated connection: events and the product's statements must not wait for each other. */
  db: Database
  log: Log
}

/** Sends broadcasts to every process; all that arrive within a tick go in one statement. */
export function createSender({ db, log }: SenderDeps) {
  const backlog = createBacklog()
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> | undefined
  let isClosed = false

  async function send() {
    const batch = backlog.take()
    try {
      await notifyListeners(db, packPayloads(batch))
      failures = 0
    } catch (err) {
      // It may have arrived all the same: sending an event twice does no harm.
      if (isDatabaseUnavailable(err)) backlog.putBack(batch)
      else backlog.markLost()
      if (++failures === 1) log.warn({ err }, 'failed to send live events, retrying')
    }
  }

  const schedule = () => {
    if (sending || isClosed) return
    timer ??= setTimeout(flush, Math.min(tickMs * 2 ** failures, maxBackoffMs))
  }
  async function flush() {
    timer = undefined
    sending = send()
    await sending
    sending = undefined
    if (!backlog.isEmpty) schedule()
  }

  return {
    push(broadcast: string) {
      if (isClosed) return
      backlog.add(broadcast)
      schedule()
    },
    /** Sends the backlog, unless the database is unavailable. */
    async close() {
      isClosed = true
      clearTimeout(timer)
      await sending
      for (failures = 0; !backlog.isEmpty && failures === 0; ) await send()
      await db.close().catch(() => undefined)
    },
  }
}
