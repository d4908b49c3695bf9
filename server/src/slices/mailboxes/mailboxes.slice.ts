import { join } from 'node:path'
import type { Config } from '../../platform/config/read-config.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { createByteCache } from '../../platform/files/byte-cache.ts'
import type { Origin } from '../../platform/http/headers.ts'
import type { Live } from '../../platform/live/live.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Slice, Worker } from '../../platform/slice.ts'
import type { FindServices } from '../../protocols/autodetect/find-services.ts'
import { openImap as connectImap, type ImapAccount, type ImapOptions } from '../../protocols/imap/imap.ts'
import type { MimePool } from '../../protocols/mime/mime-pool.ts'
import type { OAuth } from '../../protocols/oauth/oauth.ts'
import { readPdf } from '../../protocols/pdf/read-pdf.ts'
import { pauseMailboxes } from './disconnect-mailbox.ts'
import { eraseMailbox } from './erase-mailbox.ts'
import { createAttachmentFetcher } from './fetch-attachment.ts'
import { mailboxRoutes } from './mailboxes.routes.ts'
import { countByMember } from './mailboxes.store.ts'
import { createMirror } from './mirror/mirror.ts'
import type { MirrorDeps } from './mirror/mirror-mailbox.ts'
import { processOps } from './mirror/process-ops.ts'
import { processResync } from './mirror/process-resync.ts'
import { notifyRejectedOps } from './notify-rejected-ops.ts'
import { grantsOf } from './oauth/grants.ts'
import { purgeSignIns } from './oauth/oauth.store.ts'
import { providersOf } from './oauth/providers.ts'
import { createAccounts } from './open-account.ts'
import { findOwnAddresses } from './own-mailboxes.store.ts'
import type { IngestionPorts, MailboxPorts, Probe } from './ports.ts'
import { createPdfTexts } from './read-pdf-text.ts'
import { purgeResyncs } from './requests.store.ts'
import { mailboxCron } from './sweep-stalls.ts'

/** Clients for probing and discovering mail servers and for OAuth providers. */
export type MailClients = { probe: Probe; findServices: FindServices; oauth: OAuth }

export type MailboxDeps = MailClients & {
  config: Config
  /** For the mirror. */
  db: Database
  databaseUrl: string
  log: Log
  live: Live
  vault: Vault
  origin: Origin
  outbound: Outbound
  processId(): string
  /** Started at the first call. */
  mime(): MimePool
  ports: MailboxPorts & IngestionPorts
}

// Long enough for repeated downloads; also bounds how long attachments of deleted mail stay on the machine.
const attachmentCacheMs = 7 * 24 * 60 * 60 * 1000

const openCache = ({ config, log }: MailboxDeps) =>
  createByteCache({
    folder: join(config.dataDir, 'attachments'),
    maxBytes: config.attachmentCacheMb * 1024 * 1024,
    maxAgeMs: attachmentCacheMs,
    log,
  })

// Somebody waits for the bytes: give up earlier than the mirror does.
const downloadTimeoutMs = 30_000

const everyone = { mode: 'exclude' as const, domains: [], emails: [] }

/** Mirrors this process's share of the mailboxes. */
function createMirrorWorker(
  deps: MailboxDeps,
  { openAccount, openImap }: Pick<MirrorDeps, 'openAccount' | 'openImap'>,
): Worker {
  const { db, databaseUrl, live, log, ports, processId } = deps
  let mirror: ReturnType<typeof createMirror> | undefined
  const start = () => {
    mirror = createMirror({
      db,
      databaseUrl,
      processId,
      live,
      log,
      openAccount,
      openImap,
      mime: deps.mime,
      findRules: async (tx, memberId) => {
        const { organisation, member = everyone } = await ports.findScopes(tx, memberId)
        return { organisation, member, ownAddresses: await findOwnAddresses(tx, memberId) }
      },
      isOwnLoop: ports.isOwnLoop,
      onOwnMail: ports.onOwnMail,
      onDeleted: ports.onDeleted,
      dispatch: ports.dispatch,
      dispatchBounces: ports.dispatchBounces,
      processRequests: async (context, session, folders, mailbox) => {
        await processOps(context, session, folders, (ops) => notifyRejectedOps(db, live, mailbox, ops))
        await processResync(context, session, folders)
      },
    })
  }
  return { start, stop: async () => mirror?.stop() }
}

/** What the slice `members` needs from mailboxes. */
const portsForMembers = (deps: Pick<MailboxDeps, 'live' | 'vault' | 'ports'>) => ({
  pauseMailboxes: (db: Db, memberId: string) => pauseMailboxes(db, deps, memberId),
  countMailboxes: async (db: Db, memberIds: string[]) =>
    new Map((await countByMember(db, memberIds)).map(({ memberId, count }) => [memberId, count])),
})

type MailboxesSlice = Slice & {
  openAccount: ReturnType<typeof createAccounts>['openAccount']
  fetchAttachment: ReturnType<typeof createAttachmentFetcher>
  readPdfText: ReturnType<typeof createPdfTexts>
  forMembers: ReturnType<typeof portsForMembers>
}

export function createMailboxes(deps: MailboxDeps): MailboxesSlice {
  const { config, live, log, vault, origin, outbound, ports, oauth } = deps
  const providers = providersOf(config)
  const { openAccount } = createAccounts({ live, vault, ...grantsOf(oauth, providers) })
  const openImap = (account: ImapAccount, options: ImapOptions = {}) =>
    connectImap(account, { resolve: outbound.resolve, log, ...options })
  const cache = openCache(deps)
  const fetchAttachment = createAttachmentFetcher({
    mime: deps.mime,
    openAccount,
    openImap: (account) => openImap(account, { commandTimeoutMs: downloadTimeoutMs }),
    cache,
  })
  return {
    routes: mailboxRoutes({
      origin,
      live,
      vault,
      oauth,
      probe: deps.probe,
      findServices: deps.findServices,
      providers,
      probesPerMinute: config.connectLimit,
      trustedServers: config.mailServers,
      ports,
    }),
    jobs: [eraseMailbox],
    cron: mailboxCron(live),
    retention: [
      { name: 'oauth-states', schedule: '45 * * * *', run: purgeSignIns },
      { name: 'resyncs', schedule: '40 3 * * *', run: purgeResyncs },
    ],
    worker: createMirrorWorker(deps, { openAccount, openImap: (account) => openImap(account) }),
    close: cache.close,
    openAccount,
    fetchAttachment,
    readPdfText: createPdfTexts({ cache, fetchAttachment, readPdf }),
    forMembers: portsForMembers(deps),
  }
}
