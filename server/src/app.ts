import { readFileSync } from 'node:fs'
import type { Config } from './platform/config/read-config.ts'
import { type Database, openDatabase } from './platform/db/database.ts'
import type { Authenticator } from './platform/http/access.ts'
import type { Origin } from './platform/http/headers.ts'
import { originOf } from './platform/http/headers.ts'
import { createHttp, type HttpDeps } from './platform/http/server.ts'
import { startHeartbeat } from './platform/jobs/heartbeat.ts'
import type { Log } from './platform/log/log.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { callerByKey, createApiKeys } from './slices/api-keys/index.ts'
import { createAudit } from './slices/audit/index.ts'
import { callerBySession, createAuth } from './slices/auth/index.ts'
import { createInstance } from './slices/instance/index.ts'
import { createSignatures } from './slices/signatures/index.ts'

export const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

export type AppOptions = {
  config: Config
  databaseUrl: string
  log: Log
  /** Every reply is held against its declaration: in tests, where a slip must fail. */
  checkReplies?: boolean
}

const authenticatorOf = (db: Database, config: Config): Authenticator => ({
  session: (token) => callerBySession(db, token),
  key: (token) => callerByKey(db, token, config.requestsPerKey),
})

const slicesOf = (config: Config, origin: Origin) => [
  createInstance({ config, origin, version }),
  createAuth({ origin }),
  createApiKeys(),
  createAudit(),
  createSignatures(),
]

const addressLimitsOf = (config: Config): HttpDeps['addressLimits'] => ({
  signIn: { most: config.signInLimit, windowSeconds: 15 * 60 },
  webhook: { most: config.webhookLimit, windowSeconds: 60 },
  approvalLink: { most: config.approvalLinkLimit, windowSeconds: 60 },
})

/** Puts the parts together: the only place that knows them all. */
export async function createApp({ config, databaseUrl: url, log, checkReplies = false }: AppOptions) {
  const onIdleError = (error: Error) => log.warn({ err: error }, 'an idle database connection was lost')
  const open = (name: string, connections: number) => openDatabase({ url, connections, name, onIdleError })
  const db = open('mailwright', config.databaseConnections)
  const heartbeat = await startHeartbeat({
    open: () => open('mailwright heartbeat', 1),
    roles: config.roles,
    log,
  })
  const metrics = createMetrics(db.pool)
  const origin = originOf(config.baseUrl, config.host, config.port)
  const http = createHttp(
    slicesOf(config, origin).flatMap((slice) => slice.routes),
    {
      db,
      log,
      origin,
      checkReplies,
      processId: () => heartbeat.processId,
      authenticator: authenticatorOf(db, config),
      addressLimits: addressLimitsOf(config),
      trustProxy: config.trustProxy,
      onDone: ({ method, route, status, ms }) =>
        metrics.requests.observe({ method, route, status: String(status) }, ms / 1000),
    },
  )
  const listen = async () => {
    await http.listen({ host: config.host, port: config.port })
    const address = http.server.address()
    const port = typeof address === 'object' && address ? address.port : config.port
    Object.assign(origin, originOf(config.baseUrl, config.host, port))
    return `http://${config.host}:${port}`
  }
  const close = async () => {
    await http.close()
    await heartbeat.stop()
    await db.close()
  }
  return { db, http, origin, listen, close }
}
export type App = Awaited<ReturnType<typeof createApp>>
