import { withTimeout } from '../concurrency/time.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../ids/ids.ts'
import type { Log } from '../log/log.ts'
import type { Lease } from './lease.ts'
import { insertProcess, type ProcessRow, renewProcess } from './processes.store.ts'

const patienceMs = 4_000

export type Pulse = {
  self: ProcessRow
  db: Database
  open: () => Database
  lease: Lease
  log: Log
  registered: boolean
  away: boolean
  onLost: (() => void)[]
}

const timedOut = () => new Error('the heartbeat timed out')

export async function register(pulse: Pulse) {
  const sent = pulse.lease.now()
  await insertProcess(pulse.db, pulse.self)
  pulse.registered = true
  pulse.lease.restart(sent)
}

async function renew(pulse: Pulse) {
  if (!pulse.registered) return register(pulse)
  const { db, self, lease, log } = pulse
  const sent = lease.now()
  const alive = await renewProcess(db, self.id, self.workerIds)
  // An answer that comes after we gave it up says nothing of the present.
  if (db !== pulse.db) return
  if (alive) return lease.renew(sent)
  log.warn({ process: self.id }, 'this process was taken for dead: its jobs run elsewhere now')
  pulse.self = { ...self, id: newId(), workerIds: [] }
  pulse.registered = false
  for (const listener of pulse.onLost) listener()
  return register(pulse)
}

/** One heartbeat; tells whether it was heard. */
export async function beat(pulse: Pulse): Promise<boolean> {
  try {
    await withTimeout(renew(pulse), patienceMs, timedOut)
    if (pulse.away) pulse.log.info('the heartbeat is heard again')
    pulse.away = false
    return true
  } catch (error) {
    if (!pulse.away) pulse.log.warn({ err: error }, 'the heartbeat is not heard')
    pulse.away = true
    // The connection may hang for as long as the network lets it: go on with a new one.
    const { db } = pulse
    pulse.db = pulse.open()
    void db.close().catch(() => undefined)
    return false
  }
}
