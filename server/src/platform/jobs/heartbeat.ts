import { hostname } from 'node:os'
import { createCondition } from '../concurrency/condition.ts'
import { createMutex } from '../concurrency/mutex.ts'
import { pause } from '../concurrency/time.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../ids/ids.ts'
import type { Log } from '../log/log.ts'
import { type HeartbeatState, register, sendHeartbeat } from './heartbeat-state.ts'
import { createLease } from './lease.ts'
import { placeOfThisProcess } from './place.ts'
import { deleteProcess } from './processes.store.ts'
import { createProcessSweep } from './sweep-processes.ts'

const intervalMs = 2_000
const retryMs = 500

export type HeartbeatOptions = {
  /** Opens a dedicated pool of two connections: a heartbeat must not wait behind the product's statements. */
  open: () => Database
  roles: readonly string[]
  log: Log
  /** Null: processes on the same machine cannot detect a crash at once, only missing heartbeats. */
  place?: string | null
}

export type Heartbeat = {
  /** Changes after the process was declared dead: an id is an epoch. */
  readonly processId: string
  /** Resolves once the others can see the ids: wait for it before the worker claims its first job. */
  setWorkerIds(ids: readonly string[]): Promise<void>
  /** Undefined while the lease is valid; otherwise resolves after the next successful heartbeat. */
  confirmed(): Promise<void> | undefined
  /** Called when others took over our jobs, before anything that waits for `confirmed` continues. */
  onLost(listener: () => void): void
  stop(): Promise<void>
}

function newState({
  open,
  roles,
  log,
  place = placeOfThisProcess() ?? null,
}: HeartbeatOptions): HeartbeatState {
  const self = { id: newId(), roles, workerIds: [], host: hostname(), pid: String(process.pid), place }
  return {
    self,
    db: open(),
    open,
    lease: createLease(),
    log,
    isRegistered: false,
    isDisconnected: false,
    onLost: [],
  }
}

/** Keeps this process marked as alive, notices when it was declared dead, and takes over from dead processes. */
export async function startHeartbeat(options: HeartbeatOptions): Promise<Heartbeat> {
  const state = newState(options)
  const sweep = createProcessSweep(state.log)
  const stopping = new AbortController()
  const { signal } = stopping
  const confirmation = createCondition()

  // Serialised: an older heartbeat must not overwrite the worker ids of a newer one.
  const lock = createMutex()
  const beat = () => lock(async () => signal.aborted || sendHeartbeat(state))

  async function run() {
    while (!signal.aborted) {
      await pause(state.isDisconnected ? retryMs : intervalMs, signal)
      if (!(await beat())) continue
      confirmation.notifyAll()
      if (!signal.aborted)
        await sweep(state).catch((err) => state.log.warn({ err }, 'failed to check the other processes'))
    }
  }

  await register(state)
  await sweep(state)
  const loop = run()

  return {
    get processId() {
      return state.self.id
    },
    async setWorkerIds(workerIds) {
      state.self = { ...state.self, workerIds }
      while (!(await beat())) await pause(retryMs, signal)
    },
    confirmed: () => (state.lease.isValid() ? undefined : confirmation.wait()),
    onLost: (listener) => void state.onLost.push(listener),
    async stop() {
      stopping.abort()
      await loop
      confirmation.notifyAll()
      await deleteProcess(state.db, state.self.id).catch(() => undefined)
      await state.db.close().catch(() => undefined)
    },
  }
}
