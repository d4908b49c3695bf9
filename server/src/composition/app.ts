import type { Server } from 'node:http'
import { withTimeout } from '../platform/concurrency/time.ts'
import type { Config } from '../platform/config/read-config.ts'
import { emptyKeyRing } from '../platform/crypto/key-ring.ts'
import { originOf } from '../platform/http/headers.ts'
import { addReference } from '../platform/http/reference.ts'
import { createHttp, type HttpDeps } from '../platform/http/server.ts'
import { createJobs } from '../platform/jobs/jobs.ts'
import { createChannel } from '../platform/live/channel.ts'
import { credentialLookup } from '../platform/live/live-credentials.ts'
import type { Log } from '../platform/log/log.ts'
import { addMetricsRoute } from '../platform/metrics/add-metrics-route.ts'
import { serveMetrics } from '../platform/metrics/metrics.ts'
import type { Slice } from '../platform/slice.ts'
import { addWebApp, type WebApp } from '../platform/web/add-web-app.ts'
import { createKeyFinder, findLiveKeys } from '../slices/api-keys/index.ts'
import {
  createSessionFinder,
  ensureAdministrator,
  findLiveSessions,
  offerSetup,
} from '../slices/auth/index.ts'
import { openPlatform, type Platform, type PlatformOptions } from './platform.ts'
import { createSlices, cronOf, type SliceOptions } from './slices.ts'

export type AppOptions = PlatformOptions &
  SliceOptions & {
    /** Checks every reply against its declaration: for tests, where a mismatch must fail. */
    checkReplies?: boolean
    /** The built web app; without it only the API is served. */
    web?: WebApp
  }

const addressLimitsOf = (config: Config): HttpDeps['addressLimits'] => ({
  signIn: { max: config.signInLimit, windowSeconds: 15 * 60 },
  webhook: { max: config.webhookLimit, windowSeconds: 60 },
  approvalLink: { max: config.approvalLinkLimit, windowSeconds: 60 },
})

type HttpOptions = Pick<HttpDeps, 'authenticator' | 'checkReplies' | 'keys'> & { web: WebApp | undefined }

function openHttp(platform: Platform, slices: Slice[], { web, ...options }: HttpOptions) {
  const { config, db, log, origin, processId, metrics } = platform
  let sendPage: HttpDeps['sendPage']
  const http = createHttp(
    slices.flatMap(({ routes }) => routes),
    {
      ...options,
      db,
      log,
      origin,
      processId,
      addressLimits: addressLimitsOf(config),
      trustProxy: config.trustProxy,
      brandName: config.brandName,
      sendPage: (request, reply) => sendPage?.(request, reply) ?? false,
      onDone: ({ method, route, status, ms }) =>
        metrics.requests.observe({ method, route, status: String(status) }, ms / 1000),
    },
  )
  addReference(http)
  if (web) sendPage = addWebApp(http, web)
  if (config.metricsToken) addMetricsRoute(http, metrics, config.metricsToken)
  return http
}

/** The role `api`: HTTP and live channels. */
function openApi(
  platform: Platform,
  slices: Slice[],
  { checkReplies = false, keys = emptyKeyRing(), web }: AppOptions,
) {
  const { config, databaseUrl, db, log, origin, metrics } = platform
  const authenticator = { session: createSessionFinder(db), key: createKeyFinder(db, config.requestsPerKey) }
  const http = openHttp(platform, slices, { authenticator, checkReplies, keys, web })
  const channel = createChannel({
    databaseUrl,
    log,
    origin,
    authenticator,
    findLiveCredentials: credentialLookup(db, { sessions: findLiveSessions, keys: findLiveKeys }),
    onCount: (open) => metrics.live.set(open),
  })
  return {
    http,
    listen: async () => {
      await channel.serve(http.server)
      await http.listen({ host: config.host, port: config.port })
      const address = http.server.address()
      const port = typeof address === 'object' && address ? address.port : config.port
      Object.assign(origin, originOf(config.baseUrl, config.host, port))
    },
    close: async () => {
      await channel.close()
      // A connection that becomes idle during the stop would otherwise stay open until its keep-alive timeout.
      const sweep = setInterval(() => http.server.closeIdleConnections(), 50)
      await http.close().finally(() => clearInterval(sweep))
    },
  }
}

/** The role `worker`: jobs, and the workers of the slices. */
function openWorker({ databases, log, heartbeat, metrics, openDatabase }: Platform, slices: Slice[]) {
  const workers = slices.flatMap(({ worker = [] }) => worker)
  const own = openDatabase('mailwright worker', 5)
  const jobs = createJobs({
    pool: own.pool,
    db: databases.background,
    log,
    heartbeat,
    tasks: slices.flatMap(({ jobs: ofSlice = [] }) => ofSlice),
    cron: cronOf(slices),
    onJobDone: ({ task, ms, ok }) =>
      metrics.jobs.observe({ task, outcome: ok ? 'done' : 'failed' }, ms / 1000),
  })
  return {
    start: async () => {
      await jobs.start()
      for (const worker of workers.toReversed()) worker.start()
    },
    close: async (closePart: ClosePart) => {
      for (const worker of workers) await closePart('worker', worker.stop)
      await closePart('jobs', jobs.stop)
      await closePart('job connections', own.close)
    },
  }
}

type ClosePart = (name: string, close: () => Promise<void>) => Promise<void>

// Running jobs have ten seconds, and some more to be released.
const closeTimeoutMs = 15_000

/** Closes parts that wait for the database for a limited time each, so that the others still get their turn. */
const partCloser =
  (log: Log): ClosePart =>
  (name, close) => {
    const late = () => new Error('it did not close in time')
    return withTimeout(close(), closeTimeoutMs, late).catch((err) =>
      log.warn({ err, part: name }, 'failed to close a part of the service'),
    )
  }

/** Puts the service together. */
export async function createApp(options: AppOptions) {
  const { config } = options
  const platform = await openPlatform(options)
  const { db, live, metrics, origin, vault } = platform
  const slices = createSlices(platform, options)
  const isApi = config.roles.includes('api')
  const api = openApi(platform, slices, options)
  const worker = config.roles.includes('worker') ? openWorker(platform, slices) : undefined
  let metricsServer: Server | undefined

  /** Starts serving and working; returns the set-up link while no member exists. */
  const start = async () => {
    if (config.metricsPort !== undefined)
      metricsServer = await serveMetrics(metrics, config.metricsHost, config.metricsPort)
    // Before the port opens: whoever sees that the service is ready may sign in.
    await ensureAdministrator(platform)
    if (isApi) await api.listen()
    await worker?.start()
    return isApi ? offerSetup(db, origin) : undefined
  }
  /** Stops users before what they use: requests, workers and jobs, slices, then the database. */
  const close = async () => {
    const closePart = partCloser(platform.log)
    await closePart('requests', api.close)
    if (worker) await worker.close(closePart)
    for (const slice of slices) await closePart('slice', async () => slice.close?.())
    metricsServer?.close()
    await closePart('platform', platform.close)
  }
  return { db, http: api.http, live, origin, vault, start, close }
}
export type App = Awaited<ReturnType<typeof createApp>>
