import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log/log.ts'
import type { Db } from './database.ts'
import { sql } from './sql.ts'

const firstPauseMs = 100
const longestPauseMs = 5_000
// A connection that a firewall forgot says nothing, for ever: only a question shows it.
const askEveryMs = 15_000
const answerWithinMs = 5_000
const endWithinMs = 1_000

export type SignalDeps = {
  url: string
  /** Lower case letters and underscores. */
  channel: string
  onSignal(payload: string): void
  /** Each time that it listens anew: what was said before was missed. */
  onListening(): void
  log: Log
}

/** Says it to every process that listens, if and when the transaction commits. */
export const sendSignal = (db: Db, channel: string, payload: string) =>
  db.run(sql`select pg_notify(${channel}, ${payload})`)

async function keepAsking(client: pg.Client, signal: AbortSignal) {
  while (!signal.aborted) {
    await sleep(askEveryMs, undefined, { signal }).catch(() => undefined)
    if (!signal.aborted) await client.query('select')
  }
}

/** Listens until told to stop, or fails when the connection does. */
async function listenOnce(deps: SignalDeps, signal: AbortSignal) {
  const client = new pg.Client({
    connectionString: deps.url,
    application_name: `mailwright ${deps.channel}`,
    connectionTimeoutMillis: 5_000,
    query_timeout: answerWithinMs,
    keepAlive: true,
  })
  const { promise: lost, reject } = Promise.withResolvers<never>()
  lost.catch(() => undefined)
  client.on('error', reject)
  client.on('end', () => reject(new Error('the connection was closed')))
  client.on('notification', ({ payload }) => deps.onSignal(payload ?? ''))
  try {
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(deps.channel)}`)
    deps.onListening()
    await Promise.race([keepAsking(client, signal), lost])
  } finally {
    client.removeAllListeners('notification')
    await Promise.race([client.end().catch(() => undefined), sleep(endWithinMs, undefined, { ref: false })])
  }
}

/** Hears one channel, on a connection of its own that is made again whenever it is lost. */
export function listenTo(deps: SignalDeps) {
  const stopping = new AbortController()
  const { signal } = stopping

  async function run() {
    let failures = 0
    const onListening = () => {
      failures = 0
      deps.onListening()
    }
    while (!signal.aborted) {
      await listenOnce({ ...deps, onListening }, signal).catch((err) =>
        deps.log.warn({ err, failures, channel: deps.channel }, 'signals cannot be heard'),
      )
      const pause = Math.min(firstPauseMs * 2 ** failures++, longestPauseMs)
      if (!signal.aborted)
        await sleep(pause * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined)
    }
  }

  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
