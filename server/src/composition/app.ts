import type { Server } from 'node:http'
import type { NodeTypeInfo } from '@mailwright/contract/workflow-graph/node-type'
import type { Config } from '../platform/config/read-config.ts'
import { emptyKeyRing, type KeyRing } from '../platform/crypto/key-ring.ts'
import { createVault, type Vault } from '../platform/crypto/vault.ts'
import { weakPassword } from '../platform/crypto/weak-password.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import type { Authenticator } from '../platform/http/access.ts'
import { type Origin, originOf } from '../platform/http/headers.ts'
import { addReference } from '../platform/http/reference.ts'
import { createHttp, type HttpDeps } from '../platform/http/server.ts'
import { type Heartbeat, startHeartbeat } from '../platform/jobs/heartbeat.ts'
import { createJobs } from '../platform/jobs/jobs.ts'
import { createChannel } from '../platform/live/channel.ts'
import { createLive, type Live } from '../platform/live/live.ts'
import { standingOf } from '../platform/live/standing.ts'
import type { Log } from '../platform/log/log.ts'
import { addMetricsRoute } from '../platform/metrics/add-metrics-route.ts'
import { createMetrics, type Metrics, serveMetrics } from '../platform/metrics/metrics.ts'
import { createOutbound, type Outbound } from '../platform/outbound/outbound.ts'
import { createFindServices, type FindServices } from '../protocols/autodetect/find-services.ts'
import { createOAuth, type OAuth } from '../protocols/oauth/oauth.ts'
import { createAccount } from '../slices/account/index.ts'
import { createApiKeys, createKeyFinder, findLiveKeys } from '../slices/api-keys/index.ts'
import { createAudit } from '../slices/audit/index.ts'
import {
  addAuthPages,
  createAuth,
  createConfiguredAdministrator,
  createSessionFinder,
  deleteSessions,
  findLiveSessions,
  offerSetup,
} from '../slices/auth/index.ts'
import { createConnections } from '../slices/connections/index.ts'
import { createContacts } from '../slices/contacts/index.ts'
import { createIncidents } from '../slices/incidents/index.ts'
import { createInstance } from '../slices/instance/index.ts'
import {
  createMailboxes,
  createProbe,
  mailboxCron,
  mailboxesOfMembers,
  mailboxJobs,
  type Probe,
  providersOf,
} from '../slices/mailboxes/index.ts'
import { createMembers, holdActiveMember, type MemberPorts } from '../slices/members/index.ts'
import { createNotifications } from '../slices/notifications/index.ts'
import { createSignatures } from '../slices/signatures/index.ts'
import { createTables, tableCron, tableLimitsOf } from '../slices/tables/index.ts'
import { version } from '../version.ts'
import { createMailParts, type MailParts } from './mail.ts'
import { retentions } from './retention.ts'
import { createWorkflowParts, type WorkflowParts } from './workflows.ts'

/** How mail servers are tried and found, and providers asked. */
type MailWays = { probe: Probe; findServices: FindServices; oauth: OAuth }

export type AppOptions = {
  config: Config
  databaseUrl: string
  log: Log
  /** What secrets are sealed with; none: they cannot be stored. */
  keys?: KeyRing
  /** Every reply is held against its declaration: in tests, where a slip must fail. */
  checkReplies?: boolean
  /** For tests that have none. */
  mail?: Partial<MailWays>
  /** For tests that need node types of their own. */
  catalogue?: readonly NodeTypeInfo[] | undefined
}

/** What every part stands on. */
type Floor = {
  config: Config
  log: Log
  db: Database
  open(name: string, connections: number): Database
  origin: Origin
  heartbeat: Heartbeat
  live: Live
  metrics: Metrics
  vault: Vault
  outbound: Outbound
  mail: MailWays
  mailParts: MailParts
  workflowParts: WorkflowParts
}

async function openFloor(options: AppOptions): Promise<Floor> {
  const { config, databaseUrl: url, log, keys = emptyKeyRing() } = options
  const onIdleError = (error: Error) => log.warn({ err: error }, 'an idle database connection was lost')
  const open = (name: string, connections: number) => openDatabase({ url, connections, name, onIdleError })
  const db = open('mailwright', config.databaseConnections)
  const { roles } = config
  const heartbeat = await startHeartbeat({ open: () => open('mailwright heartbeat', 1), roles, log })
  const outbound = createOutbound({ allow: config.outboundAllow })
  const mail = {
    probe: createProbe(outbound),
    findServices: createFindServices(),
    oauth: createOAuth({ fetch: outbound.fetch }),
    ...options.mail,
  }
  const vault = createVault({ keys })
  const live = createLive({ db: open('mailwright live', 1), log })
  const origin = originOf(config.baseUrl, config.host, config.port)
  const mailParts = createMailParts({ config, log, db, heartbeat, outbound, vault, live, mail })
  const { catalogue } = options
  return {
    config,
    log,
    db,
    open,
    heartbeat,
    outbound,
    vault,
    live,
    mail,
    mailParts,
    workflowParts: createWorkflowParts({
      config,
      log,
      db,
      heartbeat,
      outbound,
      vault,
      live,
      origin,
      mailParts,
      catalogue,
    }),
    origin,
    metrics: createMetrics(db.pool),
  }
}

const mailboxDepsOf = ({ config, origin, live, vault, mail, workflowParts }: Floor) => ({
  origin,
  live,
  vault,
  ...mail,
  providers: providersOf(config),
  probesPerMinute: config.connectLimit,
  ports: { holdMember: holdActiveMember, ...workflowParts.ofMailboxes },
})

const memberPorts = (floor: Floor): MemberPorts => ({
  endSessions: (db, memberId) => deleteSessions(db, memberId, null),
  closeChannels: floor.live.closeMember,
  ...mailboxesOfMembers(mailboxDepsOf(floor)),
  ...floor.workflowParts.ofMembers,
})

const slicesOf = (floor: Floor) => {
  const { config, origin, live } = floor
  return [
    createInstance({ config, origin, version }),
    createAuth({ origin, live }),
    createMembers({ origin, invitationDays: config.invitationDays, ports: memberPorts(floor) }),
    createAccount({ live }),
    createApiKeys({ live }),
    createAudit(),
    createSignatures(),
    createContacts(),
    createTables({ live, limits: tableLimitsOf(config) }),
    createConnections({ vault: floor.vault, ports: floor.workflowParts.ofConnections }),
    createNotifications({ live }),
    createIncidents({ live }),
    createMailboxes(mailboxDepsOf(floor)),
    floor.mailParts.messages,
    floor.mailParts.sending,
    ...floor.workflowParts.slices,
  ]
}

const addressLimitsOf = (config: Config): HttpDeps['addressLimits'] => ({
  signIn: { most: config.signInLimit, windowSeconds: 15 * 60 },
  webhook: { most: config.webhookLimit, windowSeconds: 60 },
  approvalLink: { most: config.approvalLinkLimit, windowSeconds: 60 },
})

function openHttp(floor: Floor, authenticator: Authenticator, checkReplies: boolean, keys: KeyRing) {
  const { config, db, log, origin, heartbeat, metrics } = floor
  const http = createHttp(
    slicesOf(floor).flatMap((slice) => slice.routes),
    {
      db,
      log,
      origin,
      authenticator,
      checkReplies,
      keys,
      processId: () => heartbeat.processId,
      addressLimits: addressLimitsOf(config),
      trustProxy: config.trustProxy,
      onDone: ({ method, route, status, ms }) =>
        metrics.requests.observe({ method, route, status: String(status) }, ms / 1000),
    },
  )
  addReference(http)
  addAuthPages(http, config.brandName)
  if (config.metricsToken) addMetricsRoute(http, metrics, config.metricsToken)
  return http
}

/** The side of the process that answers. */
function openApi(floor: Floor, { databaseUrl, checkReplies = false, keys = emptyKeyRing() }: AppOptions) {
  const { config, db, log, origin, metrics } = floor
  const authenticator = { session: createSessionFinder(db), key: createKeyFinder(db, config.requestsPerKey) }
  const http = openHttp(floor, authenticator, checkReplies, keys)
  const channel = createChannel({
    databaseUrl,
    log,
    origin,
    authenticator,
    findStanding: standingOf(db, { sessions: findLiveSessions, keys: findLiveKeys }),
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
      // A connection whose last answer leaves during the stop would be kept open for another that never comes.
      const sweep = setInterval(() => http.server.closeIdleConnections(), 50)
      await http.close().finally(() => clearInterval(sweep))
    },
  }
}

/** The side of the process that works. */
function openWorker(floor: Floor, databaseUrl: string) {
  const { config, db, log, open, heartbeat, metrics, mailParts, workflowParts } = floor
  const { sending } = mailParts
  let mirror: ReturnType<typeof mailParts.openMirror> | undefined
  let runner: ReturnType<typeof workflowParts.openRunner> | undefined
  const own = open('mailwright worker', 8)
  const jobs = createJobs({
    pool: own.pool,
    db,
    log,
    heartbeat,
    tasks: [...mailboxJobs, ...sending.tasks, ...workflowParts.tasks],
    cron: [
      ...retentions(config),
      ...mailboxCron(floor.live),
      ...sending.cron,
      ...tableCron,
      ...workflowParts.cron,
    ],
    onJobDone: ({ task, ms, ok }) =>
      metrics.jobs.observe({ task, outcome: ok ? 'done' : 'failed' }, ms / 1000),
  })
  const start = async () => {
    await jobs.start()
    runner = workflowParts.openRunner(databaseUrl)
    mirror = mailParts.openMirror(databaseUrl)
  }
  const close = async () => {
    await mirror?.stop()
    await runner?.stop()
    await jobs.stop()
    await own.close()
  }
  return { start, close }
}

async function ensureAdministrator({ config, db, log, origin }: Floor, isApi: boolean) {
  const { adminEmail: email, adminPassword: password } = config
  if (email && password && weakPassword(password, { email, name: email }))
    log.warn('MAILWRIGHT_ADMIN_PASSWORD is weak: choose a longer one that is not in use elsewhere')
  if (email && password) await createConfiguredAdministrator(db, { email, password, name: email })
  return isApi ? offerSetup(db, origin) : undefined
}

/** Puts the parts together: the only place that knows them all. */
export async function createApp(options: AppOptions) {
  const { config } = options
  const floor = await openFloor(options)
  const { db, heartbeat, live, metrics, origin, outbound, vault } = floor
  const isApi = config.roles.includes('api')
  const api = openApi(floor, options)
  const worker = config.roles.includes('worker') ? openWorker(floor, options.databaseUrl) : undefined
  let metricsServer: Server | undefined

  /** Begins to serve and to work; gives the set-up link while no member exists. */
  const start = async () => {
    if (config.metricsPort !== undefined)
      metricsServer = await serveMetrics(metrics, config.metricsHost, config.metricsPort)
    if (isApi) await api.listen()
    await worker?.start()
    return ensureAdministrator(floor, isApi)
  }
  /** In the order in which one leans on the other: no new requests, no new jobs, then the database. */
  const close = async () => {
    await api.close()
    await worker?.close()
    await outbound.close()
    await floor.mailParts.close()
    floor.workflowParts.close()
    metricsServer?.close()
    await live.close()
    await heartbeat.stop()
    await db.close()
  }
  return { db, http: api.http, live, origin, vault, start, close }
}
export type App = Awaited<ReturnType<typeof createApp>>
