import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log/log.ts'
import { askWhetherThere, listen } from './live.store.ts'

export const listenerName = 'mailwright listener'

const firstPauseMs = 100
const longestPauseMs = 5_000
// A connection that a firewall forgot says nothing, for ever: only a question shows it.
const askEveryMs = 15_000
const answerWithinMs = 5_000
const endWithinMs = 1_000

export type ListenerDeps = {
  url: string
  log: Log
  onPayload(payload: string): void
  /** Called each time that it listens anew; when it fails, the connection is made again. */
  onListening(): Promise<void>
  onLost(): void
}

const newClient = (url: string) =>
  new pg.Client({
    connectionString: url,
    application_name: listenerName,
    connectionTimeoutMillis: 5_000,
    query_timeout: answerWithinMs,
    keepAlive: true,
  })

async function keepAsking(client: pg.Client, signal: AbortSignal) {
  while (!signal.aborted) {
    await sleep(askEveryMs, undefined, { signal }).catch(() => undefined)
    if (!signal.aborted) await askWhetherThere(client)
  }
}

/** Listens until told to stop, or fails when the connection does. */
async function listenOnce(deps: ListenerDeps, signal: AbortSignal, onUp: () => void) {
  const client = newClient(deps.url)
  const { promise: lost, reject } = Promise.withResolvers<never>()
  lost.catch(() => undefined)
  client.on('error', reject)
  client.on('end', () => reject(new Error('the connection was closed')))
  client.on('notification', ({ payload }) => payload && deps.onPayload(payload))
  try {
    await client.connect()
    await listen(client)
    await Promise.race([deps.onListening(), lost])
    onUp()
    await Promise.race([keepAsking(client, signal), lost])
  } finally {
    deps.onLost()
    client.removeAllListeners('notification')
    await Promise.race([client.end().catch(() => undefined), sleep(endWithinMs, undefined, { ref: false })])
  }
}

/** Hears what every process says, on a connection of its own that is made again whenever it is lost. */
export function startListener(deps: ListenerDeps) {
  const stopping = new AbortController()
  const { signal } = stopping
  const tried = Promise.withResolvers<void>()

  async function run() {
    let failures = 0
    while (!signal.aborted) {
      const onUp = () => {
        failures = 0
        tried.resolve()
      }
      await listenOnce(deps, signal, onUp).catch((err) =>
        deps.log.warn({ err, failures }, 'live events cannot be heard'),
      )
      tried.resolve()
      const pause = Math.min(firstPauseMs * 2 ** failures++, longestPauseMs)
      await sleep(pause * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined)
    }
  }

  const running = run()
  return {
    /** Answers once it listens, or could not at first. */
    tried: tried.promise,
    async stop() {
      stopping.abort()
      await running
    },
  }
}
