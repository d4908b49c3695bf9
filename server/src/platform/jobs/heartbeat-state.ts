import { withTimeout } from '../concurrency/time.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../ids/ids.ts'
import type { Log } from '../log/log.ts'
import type { Lease } from './lease.ts'
import { insertProcess, type ProcessRow, renewProcess } from './processes.store.ts'

const timeoutMs = 4_000

export type HeartbeatState = {
  self: ProcessRow
  db: Database
  open: () => Database
  lease: Lease
  log: Log
  isRegistered: boolean
  isDisconnected: boolean
  onLost: (() => void)[]
}

const timedOut = () => new Error('the heartbeat timed out')

export async function register(state: HeartbeatState) {
  const sentAt = state.lease.now()
  await insertProcess(state.db, state.self)
  state.isRegistered = true
  state.lease.restart(sentAt)
}

async function renew(state: HeartbeatState) {
  if (!state.isRegistered) return register(state)
  const { db, self, lease, log } = state
  const sentAt = lease.now()
  const alive = await renewProcess(db, self.id, self.workerIds)
  // A result that arrives after the timeout is out of date.
  if (db !== state.db) return
  if (alive) return lease.renew(sentAt)
  log.warn({ process: self.id }, 'this process was declared dead: its jobs run elsewhere now')
  state.self = { ...self, id: newId(), workerIds: [] }
  state.isRegistered = false
  for (const listener of state.onLost) listener()
  return register(state)
}

/** Sends one heartbeat and returns whether it succeeded. */
export async function sendHeartbeat(state: HeartbeatState): Promise<boolean> {
  try {
    await withTimeout(renew(state), timeoutMs, timedOut)
    if (state.isDisconnected) state.log.info('the heartbeat succeeds again')
    state.isDisconnected = false
    return true
  } catch (error) {
    if (!state.isDisconnected) state.log.warn({ err: error }, 'failed to send the heartbeat')
    state.isDisconnected = true
    // The connection may hang for as long as the network lets it: continue with a new one.
    const { db } = state
    state.db = state.open()
    void db.close().catch(() => undefined)
    return false
  }
}
