import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from '../db/database.ts'
import { isDatabaseUnavailable } from '../db/faults.ts'
import { completeOwnJobs, releaseOrphanedJobs } from './jobs.store.ts'
import { createLockedJobs, jobIdsOf, type StatementKind, statementKindOf } from './locked-jobs.ts'

type Statement = { text: string; values?: unknown[]; name?: string }

export type Gateway = {
  /** Passed to graphile-worker instead of the real pool. */
  readonly pool: pg.Pool
  /** Sets the worker's id; statements wait until `ready`. */
  setWorker(workerId: string, ready: Promise<void>): void
  /** Rejects all further statements. */
  close(): void
  /** Resolves when no statement is in flight. */
  settled(): Promise<unknown>
}

type Options = {
  pool: pg.Pool
  db: Database
  /** Jobs are only claimed and completed while the other processes see this one as alive. */
  confirmed: () => Promise<void> | undefined
  /** A named queue became free: its next job can be fetched. */
  onQueueFree: () => void
}

const maxBackoffMs = 2_000
// A statement whose connection was lost may still run on the server.
const orphanWindowMs = 10_000
const ignore = () => undefined

type JobOrder = { priority: number; run_at: Date; id: string }
// The library returns due jobs in no particular order.
const byOrder = (a: JobOrder, b: JobOrder) =>
  a.priority - b.priority || a.run_at.getTime() - b.run_at.getTime() || Number(a.id) - Number(b.id)

/** Sends one statement of the library, corrected where necessary. */
function createSender({ pool, db, onQueueFree }: Options) {
  const lockedJobs = createLockedJobs()
  let orphansUntil = 0
  return {
    onResultLost: () => {
      orphansUntil = performance.now() + orphanWindowMs
    },
    async send(statement: Statement, kind: StatementKind, workerId: string) {
      const { values = [] } = statement
      if (kind === 'get_job' && performance.now() < orphansUntil)
        await releaseOrphanedJobs(db, workerId, lockedJobs.list())
      const completion = {
        text: completeOwnJobs,
        values: [jobIdsOf(kind, values), workerId],
        name: 'complete_held',
      }
      // The library expects dates and large numbers as the driver parses them, not as our pool does.
      const types = pg.types
      const result = await pool.query({ ...(kind === 'complete_job' ? completion : statement), types })
      lockedJobs.record(kind, values, result.rows)
      if (kind === 'get_job') result.rows.sort(byOrder)
      if (statement.name?.includes('_job_q/')) onQueueFree()
      return result
    },
  }
}

type Callback = (
  error: Error | undefined,
  client?: pg.PoolClient,
  release?: (error?: unknown) => void,
) => void

/** Statements go through `query`; only the listener, which passes a callback, gets a real connection. */
function connectWith(pool: pg.Pool, query: unknown) {
  const guarded = new WeakSet<pg.PoolClient>()
  return (callback?: Callback) => {
    if (!callback) return Promise.resolve({ query, release: ignore })
    return pool.connect((error, client, release) => {
      // During UNLISTEN the library has no error listener: losing the connection then would crash the process.
      if (client && !guarded.has(client)) guarded.add(client.on('error', ignore))
      callback(error, client, release)
    })
  }
}

/**
 * A proxy between graphile-worker and the pool that covers what the library does not handle. The library stops for good
 * on a failed statement: here each statement is retried until the database is back. A result lost with its connection
 * leaves jobs locked by a worker that does not know them: they are released. A finished job is deleted only by the
 * worker that holds its lock.
 */
export function createGateway(options: Options): Gateway {
  const sender = createSender(options)
  const inFlight = new Set<Promise<void>>()
  let workerId = ''
  let workerReady: Promise<void> | undefined
  let isClosed = false

  async function sendWithRetry(statement: Statement) {
    const kind = statementKindOf(statement.name)
    for (let backoffMs = 100; ; backoffMs = Math.min(backoffMs * 2, maxBackoffMs)) {
      if (workerReady) await workerReady
      await options.confirmed()
      if (isClosed) throw new Error('this worker has stopped')
      try {
        return await sender.send(statement, kind, workerId)
      } catch (error) {
        if (isClosed || !isDatabaseUnavailable(error)) throw error
        if (kind === 'get_job') sender.onResultLost()
        await sleep(backoffMs)
      }
    }
  }

  const query = (given: string | Statement, values: unknown[] = []) => {
    const statement = typeof given === 'string' ? { text: given, values } : given
    if (statement.text === 'begin') throw new Error('the jobs schema is out of date: run migrateJobs first')
    const result = sendWithRetry(statement)
    const entry: Promise<void> = result.then(ignore, ignore).finally(() => inFlight.delete(entry))
    inFlight.add(entry)
    return result
  }

  const overrides = new Map<PropertyKey, unknown>([
    ['query', query],
    ['connect', connectWith(options.pool, query)],
    // The library checks that lost connections have an error listener.
    ['listeners', () => [ignore]],
  ])
  return {
    pool: new Proxy(options.pool, {
      get: (target, name) => overrides.get(name) ?? Reflect.get(target, name),
    }),
    setWorker(id, ready) {
      workerId = id
      workerReady = ready
    },
    close() {
      isClosed = true
    },
    settled: () => Promise.all(inFlight),
  }
}
