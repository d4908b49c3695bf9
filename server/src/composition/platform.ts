import type { Config } from '../platform/config/read-config.ts'
import { emptyKeyRing, type KeyRing } from '../platform/crypto/key-ring.ts'
import { createVault } from '../platform/crypto/vault.ts'
import { findConnectionCapacity } from '../platform/db/capacity.ts'
import { type DatabaseOptions, type DatabaseTimeouts, openDatabase } from '../platform/db/database.ts'
import { createFingerprints } from '../platform/http/body-fingerprint.ts'
import { originOf } from '../platform/http/headers.ts'
import { startHeartbeat } from '../platform/jobs/heartbeat.ts'
import { createLive } from '../platform/live/live.ts'
import type { Log } from '../platform/log/log.ts'
import { createMetrics } from '../platform/metrics/metrics.ts'
import { createOutbound } from '../platform/outbound/outbound.ts'
import { createMimePool, type MimePool } from '../protocols/mime/mime-pool.ts'
import { createMailServerCheck } from '../slices/mailboxes/index.ts'
import { fitConnections, shareConnections } from './share-connections.ts'

export type PlatformOptions = {
  config: Config
  databaseUrl: string
  log: Log
  /** Seals secrets; without keys none can be stored. */
  keys?: KeyRing
}

// Nobody waits longer for a page.
const requestTimeouts: DatabaseTimeouts = { statementMs: 10_000 }

// Jobs of the same minute use several for a moment. Each costs megabytes, and nobody waits for a new one.
const backgroundKeepMs = 5_000

/** Worker threads that parse mail, started at the first call. */
function createLazyMimePool() {
  let pool: MimePool | undefined
  const mime = () => {
    pool ??= createMimePool()
    return pool
  }
  return { mime, close: async () => pool?.close() }
}

/** Opens what every slice builds on. Slices pick from it what they declare in their deps. */
export async function openPlatform({ config, databaseUrl, log, keys = emptyKeyRing() }: PlatformOptions) {
  const onIdleError = (error: Error) => log.warn({ err: error }, 'lost an idle database connection')
  const open = (
    name: string,
    connections: number,
    options: DatabaseTimeouts &
      Pick<DatabaseOptions, 'pipeline' | 'planOnce' | 'keepMs' | 'sharesQuick'> = {},
  ) => openDatabase({ url: databaseUrl, connections, name, onIdleError, ...options })
  const liveDb = open('mailwright live', 1)
  const capacity = await findConnectionCapacity(liveDb)
  const connections = fitConnections(config.databaseConnections, capacity)
  if (connections < config.databaseConnections)
    log.warn({ capacity, connections }, 'the database server allows few connections: using fewer')
  const shares = shareConnections(connections, config.roles)
  const databases = {
    /** For requests. */
    api: open('mailwright', shares.api, { ...requestTimeouts, pipeline: true, sharesQuick: shares.api > 3 }),
    /** For webhook calls. */
    intake: open('mailwright intake', shares.intake, {
      ...requestTimeouts,
      pipeline: true,
      planOnce: true,
      sharesQuick: true,
    }),
    runs: open('mailwright runs', shares.runs, { pipeline: true }),
    /** For the mirror and for jobs. */
    background: open('mailwright background', shares.background, { keepMs: backgroundKeepMs }),
  }
  const db = databases.api
  const heartbeat = await startHeartbeat({
    open: () => open('mailwright heartbeat', 1),
    roles: config.roles,
    log,
  })
  const live = createLive({ db: liveDb, log })
  const { outboundAllow: allow } = config
  const isMailServer = createMailServerCheck(databases.runs)
  const outbound = {
    mail: createOutbound({ purpose: 'mail', allow }),
    http: createOutbound({ purpose: 'http', allow, isMailServer }),
    // Addresses come from mail, which anybody can send: what is allowed for workflows is not for these.
    images: createOutbound({ purpose: 'images', allow, isMailServer }),
    ai: createOutbound({ purpose: 'ai', allow, isMailServer: createMailServerCheck(databases.runs, 2_000) }),
    // The operator sets its address, so mail servers of members are not looked up.
    s3: createOutbound({ purpose: 's3', allow }),
  }
  const pool = createLazyMimePool()
  return {
    config,
    databaseUrl,
    log,
    db,
    databases,
    openDatabase: open,
    heartbeat,
    processId: () => heartbeat.processId,
    live,
    outbound,
    mime: pool.mime,
    vault: createVault({ keys }),
    fingerprints: createFingerprints(keys),
    origin: originOf(config.baseUrl, config.host, config.port),
    metrics: createMetrics({
      api: databases.api.pool,
      intake: databases.intake.pool,
      runs: databases.runs.pool,
      background: databases.background.pool,
    }),
    close: async () => {
      await Promise.all(Object.values(outbound).map((one) => one.close()))
      await pool.close()
      await live.close()
      await heartbeat.stop()
      for (const database of Object.values(databases)) await database.close()
    },
  }
}
export type Platform = Awaited<ReturnType<typeof openPlatform>>
