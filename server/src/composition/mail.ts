import { join } from 'node:path'
import type { Config } from '../platform/config/read-config.ts'
import type { Vault } from '../platform/crypto/vault.ts'
import type { Database } from '../platform/db/database.ts'
import { createByteCache } from '../platform/files/byte-cache.ts'
import type { Heartbeat } from '../platform/jobs/heartbeat.ts'
import type { Live } from '../platform/live/live.ts'
import type { Log } from '../platform/log/log.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import { openImap as connectImap, type ImapAccount } from '../protocols/imap/imap.ts'
import { createMimePool, type MimePool } from '../protocols/mime/mime-pool.ts'
import type { OAuth } from '../protocols/oauth/oauth.ts'
import { createS3 } from '../protocols/s3/s3.ts'
import { findExecutionsOfMessage } from '../slices/executions/index.ts'
import {
  createAccounts,
  createAttachmentFetcher,
  createMirror,
  findAllAddresses,
  grantsOf,
  providersOf,
  serveOps,
  serveResync,
  tellRefusal,
  wakeOwner,
} from '../slices/mailboxes/index.ts'
import { findOrganisationScope, findPreferences } from '../slices/members/index.ts'
import { createMessages } from '../slices/messages/index.ts'
import {
  createMailPorts,
  createSending,
  databaseFiles,
  type FileStore,
  isOwnLoopMark,
  objectFiles,
} from '../slices/sending/index.ts'
import { dispatchMail } from './dispatch-mail.ts'

/** What the parts that deal with mail stand on. */
export type MailFloor = {
  config: Config
  log: Log
  db: Database
  heartbeat: Heartbeat
  live: Live
  vault: Vault
  outbound: Outbound
  mail: { oauth: OAuth }
}

/** Threads that read mail, started when the first is needed. */
function lazyMime() {
  let pool: MimePool | undefined
  return {
    pool: () => {
      pool ??= createMimePool()
      return pool
    },
    close: async () => pool?.close(),
  }
}

// Bytes of mail that was deleted since are gone from the machine by then, too.
const attachmentCacheMs = 7 * 24 * 60 * 60 * 1000

const everyone = { mode: 'exclude' as const, domains: [], emails: [] }

/** Uploaded files: in the database, or in the object store that the settings name. */
function filesOf(config: Config, { fetch }: Outbound): FileStore {
  const { s3Endpoint: endpoint, s3Bucket: bucket, s3AccessKey: accessKey, s3SecretKey: secretKey } = config
  if (!endpoint || !bucket || !accessKey || !secretKey) return databaseFiles
  return objectFiles(createS3({ endpoint, bucket, region: config.s3Region, accessKey, secretKey, fetch }))
}

/** Puts together what deals with mail: reading it, acting on it, sending it, mirroring it. */
export function createMailParts(floor: MailFloor) {
  const { config, log, db, heartbeat, live, vault, outbound, mail } = floor
  const mime = lazyMime()
  const { openAccount } = createAccounts({ live, vault, ...grantsOf(mail.oauth, providersOf(config)) })
  const openImap = (account: ImapAccount) => connectImap(account, { resolve: outbound.resolve, log })
  const cache = createByteCache({
    folder: join(config.dataDir, 'attachments'),
    maxBytes: config.attachmentCacheMb * 1024 * 1024,
    maxAgeMs: attachmentCacheMs,
    log,
  })
  const fetchAttachment = createAttachmentFetcher({ db, mime: mime.pool, openAccount, openImap, cache })
  const processId = () => heartbeat.processId

  const messages = createMessages({
    live,
    sanitise: (parts) => mime.pool().sanitiseMany(parts),
    findExecutions: findExecutionsOfMessage,
    fetchAttachment,
    wake: wakeOwner,
  })
  const sending = createSending({
    live,
    processId,
    enabled: config.sending,
    undoSeconds: config.undoSeconds,
    maxPerMinute: config.sendLimit,
    ports: createMailPorts({
      outbound,
      openAccount,
      fetchAttachment,
      files: filesOf(config, outbound),
      sanitise: (html) => mime.pool().sanitise(html),
      findSender: async (tx, memberId) => {
        const found = await findPreferences(tx, memberId)
        return { name: found?.member.name, language: found?.settings.locale }
      },
    }),
  })
  const openMirror = (databaseUrl: string) =>
    createMirror({
      db,
      databaseUrl,
      processId,
      live,
      log,
      openAccount,
      openImap,
      mime: mime.pool(),
      findRules: async (tx, memberId) => ({
        organisation: await findOrganisationScope(tx),
        member: (await findPreferences(tx, memberId))?.scope ?? everyone,
        ownAddresses: await findAllAddresses(tx),
      }),
      isOwnLoop: isOwnLoopMark,
      dispatch: dispatchMail,
      serve: async (context, session, folders, mailbox) => {
        await serveOps(context, session, folders, (ops) => tellRefusal(db, live, mailbox, ops))
        await serveResync(context, session, folders)
      },
    })
  const close = () => {
    cache.close()
    return mime.close()
  }
  return { messages, sending, openMirror, fetchAttachment, close }
}
export type MailParts = ReturnType<typeof createMailParts>
