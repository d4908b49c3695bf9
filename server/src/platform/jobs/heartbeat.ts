import { hostname } from 'node:os'
import { createCondition } from '../concurrency/condition.ts'
import { createMutex } from '../concurrency/mutex.ts'
import { pause } from '../concurrency/time.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../ids/ids.ts'
import type { Log } from '../log/log.ts'
import { createLease } from './lease.ts'
import { placeOfThisProcess } from './place.ts'
import { deleteProcess } from './processes.store.ts'
import { beat, type Pulse, register } from './pulse.ts'
import { createWatch } from './watch.ts'

const everyMs = 2_000
const againMs = 500

export type HeartbeatOptions = {
  /** Opens a database of its own, two connections: a heartbeat must not wait behind the product's statements. */
  open: () => Database
  roles: readonly string[]
  log: Log
  /** Null: neighbours on this machine cannot see this process dead at once, only silent. */
  place?: string | null
}

export type Heartbeat = {
  /** Changes when the process was taken for dead: an id is an epoch. */
  readonly processId: string
  /** Answers once others can see them: wait for it before the worker takes its first job. */
  setWorkerIds(ids: readonly string[]): Promise<void>
  /** Nothing to wait for while the row is surely ours; else answers when a heartbeat has told. */
  confirmed(): Promise<void> | undefined
  /** Others have taken our jobs. Called before anything that waits for `confirmed` goes on. */
  onLost(listener: () => void): void
  stop(): Promise<void>
}

function newPulse({ open, roles, log, place = placeOfThisProcess() ?? null }: HeartbeatOptions): Pulse {
  const self = { id: newId(), roles, workerIds: [], host: hostname(), pid: String(process.pid), place }
  return { self, db: open(), open, lease: createLease(), log, registered: false, away: false, onLost: [] }
}

/** Tells the others that this process lives, notices when they gave it up, and watches over them. */
export async function startHeartbeat(options: HeartbeatOptions): Promise<Heartbeat> {
  const pulse = newPulse(options)
  const watch = createWatch(pulse.log)
  const stopping = new AbortController()
  const { signal } = stopping
  const confirmation = createCondition()

  // One after the other: an older heartbeat must not overwrite the worker ids of a newer one.
  const lock = createMutex()
  const beatInTurn = () => lock(async () => signal.aborted || beat(pulse))

  async function keepBeating() {
    while (!signal.aborted) {
      await pause(pulse.away ? againMs : everyMs, signal)
      if (!(await beatInTurn())) continue
      confirmation.notifyAll()
      if (!signal.aborted) await watch(pulse).catch((err) => pulse.log.warn({ err }, 'no look at the others'))
    }
  }

  await register(pulse)
  await watch(pulse)
  const loop = keepBeating()

  return {
    get processId() {
      return pulse.self.id
    },
    async setWorkerIds(workerIds) {
      pulse.self = { ...pulse.self, workerIds }
      while (!(await beatInTurn())) await pause(againMs, signal)
    },
    confirmed: () => (pulse.lease.isSure() ? undefined : confirmation.wait()),
    onLost: (listener) => void pulse.onLost.push(listener),
    async stop() {
      stopping.abort()
      await loop
      confirmation.notifyAll()
      await deleteProcess(pulse.db, pulse.self.id).catch(() => undefined)
      await pulse.db.close().catch(() => undefined)
    },
  }
}
