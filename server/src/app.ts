import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Config } from './platform/config/read-config.ts'
import { emptyKeyRing, type KeyRing } from './platform/crypto/key-ring.ts'
import { createVault } from './platform/crypto/vault.ts'
import { type Database, openDatabase } from './platform/db/database.ts'
import type { Authenticator } from './platform/http/access.ts'
import { type Origin, originOf } from './platform/http/headers.ts'
import { addReference } from './platform/http/reference.ts'
import { createHttp, type HttpDeps } from './platform/http/server.ts'
import { startHeartbeat } from './platform/jobs/heartbeat.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import type { Log } from './platform/log/log.ts'
import { addMetricsRoute } from './platform/metrics/add-metrics-route.ts'
import { createMetrics, type Metrics, serveMetrics } from './platform/metrics/metrics.ts'
import { retentions } from './retention.ts'
import { callerByKey, createApiKeys } from './slices/api-keys/index.ts'
import { createAudit } from './slices/audit/index.ts'
import {
  callerBySession,
  createAuth,
  createConfiguredAdministrator,
  offerSetup,
} from './slices/auth/index.ts'
import { createInstance } from './slices/instance/index.ts'
import { createSignatures } from './slices/signatures/index.ts'

export const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

export type AppOptions = {
  config: Config
  databaseUrl: string
  log: Log
  /** What secrets are sealed with; none: they cannot be stored. */
  keys?: KeyRing
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

const measure =
  (metrics: Metrics): HttpDeps['onDone'] =>
  ({ method, route, status, ms }) =>
    metrics.requests.observe({ method, route, status: String(status) }, ms / 1000)

/** Puts the parts together: the only place that knows them all. */
export async function createApp(options: AppOptions) {
  const { config, databaseUrl: url, log, keys = emptyKeyRing(), checkReplies = false } = options
  const onIdleError = (error: Error) => log.warn({ err: error }, 'an idle database connection was lost')
  const open = (name: string, connections: number) => openDatabase({ url, connections, name, onIdleError })
  const isApi = config.roles.includes('api')
  const isWorker = config.roles.includes('worker')

  const db = open('mailwright', config.databaseConnections)
  const workerDb = isWorker ? open('mailwright worker', 8) : undefined
  const vault = createVault({ keys })
  const heartbeat = await startHeartbeat({
    open: () => open('mailwright heartbeat', 1),
    roles: config.roles,
    log,
  })
  const metrics = createMetrics(db.pool)
  const jobs =
    workerDb &&
    createJobs({
      ...{ pool: workerDb.pool, db, log, heartbeat },
      tasks: [],
      cron: retentions(config),
      onJobDone: ({ task, ms, ok }) =>
        metrics.jobs.observe({ task, outcome: ok ? 'done' : 'failed' }, ms / 1000),
    })
  const origin = originOf(config.baseUrl, config.host, config.port)
  const http = createHttp(
    slicesOf(config, origin).flatMap((slice) => slice.routes),
    {
      ...{ db, log, origin, checkReplies },
      processId: () => heartbeat.processId,
      authenticator: authenticatorOf(db, config),
      addressLimits: addressLimitsOf(config),
      trustProxy: config.trustProxy,
      onDone: measure(metrics),
    },
  )
  addReference(http)
  if (config.metricsToken) addMetricsRoute(http, metrics, config.metricsToken)

  const listen = async () => {
    await http.listen({ host: config.host, port: config.port })
    const address = http.server.address()
    const port = typeof address === 'object' && address ? address.port : config.port
    Object.assign(origin, originOf(config.baseUrl, config.host, port))
  }
  const ensureAdministrator = async () => {
    const { adminEmail: email, adminPassword: password } = config
    if (email && password) await createConfiguredAdministrator(db, { email, password, name: email })
    return isApi ? offerSetup(db, origin) : undefined
  }
  let metricsServer: Server | undefined

  /** Begins to serve and to work; gives the set-up link while no member exists. */
  const start = async () => {
    if (config.metricsPort !== undefined)
      metricsServer = await serveMetrics(metrics, config.metricsHost, config.metricsPort)
    if (isApi) await listen()
    await jobs?.start()
    return ensureAdministrator()
  }
  /** In the order in which one leans on the other: no new requests, no new jobs, then the database. */
  const close = async () => {
    await http.close()
    await jobs?.stop()
    metricsServer?.close()
    await heartbeat.stop()
    await workerDb?.close()
    await db.close()
  }
  return { db, http, origin, vault, start, close }
}
export type App = Awaited<ReturnType<typeof createApp>>
