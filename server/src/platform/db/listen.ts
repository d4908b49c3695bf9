import pg from 'pg'
import { pause, waitAtMost } from '../concurrency/time.ts'
import type { Log } from '../log/log.ts'
import type { Db } from './database.ts'
import { sql } from './sql.ts'

const minBackoffMs = 100
const maxBackoffMs = 5_000
// A connection that a firewall dropped silently stays quiet forever: only a query reveals it.
const probeEveryMs = 15_000
const queryTimeoutMs = 5_000
const closeTimeoutMs = 1_000

export type ListenerOptions = {
  url: string
  channel: string
  /** The connection's name in `pg_stat_activity`. */
  name?: string
  log: Log
  onNotification(payload: string): void
  /** Runs after each connect: earlier notifications may have been missed. If it fails, the listener reconnects. */
  onListening(): void | Promise<void>
  onLost?(): void
}

export type Listener = {
  /** Resolves when the first attempt has succeeded or failed. */
  attempted: Promise<void>
  stop(): Promise<void>
}

/** Notifies every listening process, if and when the transaction commits. */
export const notifyChannel = (db: Db, channel: string, payload: string) =>
  db.run(sql`select pg_notify(${channel}, ${payload})`)

const newClient = ({ url, channel, name = `mailwright ${channel}` }: ListenerOptions) =>
  new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 5_000,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
  })

async function probe(client: pg.Client, signal: AbortSignal) {
  while (!signal.aborted) {
    await pause(probeEveryMs, signal)
    if (!signal.aborted) await client.query('select')
  }
}

/** Listens until `signal` aborts; throws when the connection fails. */
async function listenOnce(options: ListenerOptions, signal: AbortSignal, onReady: () => void) {
  const client = newClient(options)
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  const stop = () => resolve()
  signal.addEventListener('abort', stop)
  client.on('error', reject)
  client.on('end', () => reject(new Error('the connection was closed')))
  client.on('notification', ({ payload }) => options.onNotification(payload ?? ''))

  async function listen() {
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(options.channel)}`)
    await options.onListening()
    if (signal.aborted) return
    onReady()
    await probe(client, signal)
  }

  try {
    await Promise.race([listen(), ended])
  } finally {
    signal.removeEventListener('abort', stop)
    options.onLost?.()
    client.removeAllListeners('notification')
    await waitAtMost(
      client.end().catch(() => undefined),
      closeTimeoutMs,
    )
  }
}

/** Listens to one channel on a dedicated connection and reconnects, with back-off, whenever it is lost. */
export function startListener(options: ListenerOptions): Listener {
  const { channel, log } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const attempted = Promise.withResolvers<void>()

  async function run() {
    let failures = 0
    const onReady = () => {
      failures = 0
      attempted.resolve()
    }
    while (!signal.aborted) {
      await listenOnce(options, signal, onReady).catch((err) =>
        log.warn({ err, failures, channel }, 'lost the listening connection, reconnecting'),
      )
      attempted.resolve()
      const backoff = Math.min(minBackoffMs * 2 ** failures++, maxBackoffMs)
      await pause(backoff * (0.5 + Math.random() / 2), signal)
    }
  }

  const running = run()
  return {
    attempted: attempted.promise,
    async stop() {
      stopping.abort()
      await running
    },
  }
}
