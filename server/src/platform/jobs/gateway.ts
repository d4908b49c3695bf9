import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from '../db/database.ts'
import { isDatabaseAway } from '../db/faults.ts'
import { createHoldings, jobsOf, kindOf, type StatementKind } from './holdings.ts'
import { completeHeldJobs, releaseStrays } from './jobs.store.ts'

type Statement = { text: string; values?: unknown[]; name?: string }

export type Gateway = {
  /** What graphile-worker is given in place of the pool. */
  readonly pool: pg.Pool
  /** The worker's id is known: nothing more passes until `ready`. */
  admit(workerId: string, ready: Promise<void>): void
  /** Nothing passes any more. */
  close(): void
  /** Answers when no statement is under way. */
  settled(): Promise<unknown>
}

type Options = {
  pool: pg.Pool
  db: Database
  /** Work is only taken and ended while this process is known to be alive to the others. */
  confirmed: () => Promise<void> | undefined
  /** A named queue has become free: its next job can be fetched. */
  onQueueFree: () => void
}

const longestPauseMs = 2_000
// A statement whose connection was lost may still be at work in the server.
const strayMs = 10_000
const ignore = () => undefined

type Turn = { priority: number; run_at: Date; id: string }
// The library takes the jobs whose turn it is, in no order.
const byTurn = (a: Turn, b: Turn) =>
  a.priority - b.priority || a.run_at.getTime() - b.run_at.getTime() || Number(a.id) - Number(b.id)

/** Sends one statement of the library, as it should have been. */
function createSender({ pool, db, onQueueFree }: Options) {
  const holdings = createHoldings()
  let straysUntil = 0
  return {
    answerLost: () => {
      straysUntil = performance.now() + strayMs
    },
    async send(statement: Statement, kind: StatementKind, workerId: string) {
      const { values = [] } = statement
      if (kind === 'get_job' && performance.now() < straysUntil)
        await releaseStrays(db, workerId, holdings.list())
      const ours = { text: completeHeldJobs, values: [jobsOf(kind, values), workerId], name: 'complete_held' }
      // The library reads dates and large numbers as the driver gives them, not as our pool does.
      const types = pg.types
      const result = await pool.query({ ...(kind === 'complete_job' ? ours : statement), types })
      holdings.note(kind, values, result.rows)
      if (kind === 'get_job') result.rows.sort(byTurn)
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

/** One statement a connection; a connection as such only for the one that listens: it comes with a callback. */
function connectWith(pool: pg.Pool, query: unknown) {
  const safe = new WeakSet<pg.PoolClient>()
  return (callback?: Callback) => {
    if (!callback) return Promise.resolve({ query, release: ignore })
    return pool.connect((error, client, release) => {
      // While the library takes leave (UNLISTEN) it no longer hears of a lost connection: that would end the process.
      if (client && !safe.has(client)) safe.add(client.on('error', ignore))
      callback(error, client, release)
    })
  }
}

/**
 * Stands between graphile-worker and the pool, for what the library leaves open. It ends for good on a failed
 * statement: here each one waits until the database is back. An answer lost with its connection leaves jobs locked
 * by a worker that does not know of them: they are freed. A finished job is deleted only by its holder.
 */
export function createGateway(options: Options): Gateway {
  const sender = createSender(options)
  const underWay = new Set<Promise<void>>()
  let workerId = ''
  let gate: Promise<void> | undefined
  let closed = false

  async function untilAnswered(statement: Statement) {
    const kind = kindOf(statement.name)
    for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      if (gate) await gate
      await options.confirmed()
      if (closed) throw new Error('This worker has ended')
      try {
        return await sender.send(statement, kind, workerId)
      } catch (error) {
        if (closed || !isDatabaseAway(error)) throw error
        if (kind === 'get_job') sender.answerLost()
        await sleep(pauseMs)
      }
    }
  }

  const query = (given: string | Statement, values: unknown[] = []) => {
    const statement = typeof given === 'string' ? { text: given, values } : given
    if (statement.text === 'begin')
      throw new Error('The jobs schema is not up to date: run migrateJobs first')
    const answer = untilAnswered(statement)
    const entry: Promise<void> = answer.then(ignore, ignore).finally(() => underWay.delete(entry))
    underWay.add(entry)
    return answer
  }

  const instead = new Map<PropertyKey, unknown>([
    ['query', query],
    ['connect', connectWith(options.pool, query)],
    // It asks whether someone hears of lost connections.
    ['listeners', () => [ignore]],
  ])
  return {
    pool: new Proxy(options.pool, { get: (target, name) => instead.get(name) ?? Reflect.get(target, name) }),
    admit(id, ready) {
      workerId = id
      gate = ready
    },
    close() {
      closed = true
    },
    settled: () => Promise.all(underWay),
  }
}
