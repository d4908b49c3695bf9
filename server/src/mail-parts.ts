import type { Config } from './platform/config/read-config.ts'
import type { Vault } from './platform/crypto/vault.ts'
import type { Database } from './platform/db/database.ts'
import type { Heartbeat } from './platform/jobs/heartbeat.ts'
import type { Live } from './platform/live/live.ts'
import type { Log } from './platform/log/log.ts'
import type { Outbound } from './platform/outbound/outbound.ts'
import { openImap as connectImap, type ImapAccount } from './protocols/imap/imap.ts'
import { createMimePool, type MimePool } from './protocols/mime/mime-pool.ts'
import type { OAuth } from './protocols/oauth/oauth.ts'
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
} from './slices/mailboxes/index.ts'
import { findPreferences } from './slices/members/index.ts'
import { createMessages } from './slices/messages/index.ts'
import { createMailPorts, createSending, isOwnLoopMark } from './slices/sending/index.ts'

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

const everyone = { mode: 'exclude' as const, domains: [], emails: [] }

/** Puts together what deals with mail: reading it, acting on it, sending it, mirroring it. */
export function createMailParts(floor: MailFloor) {
  const { config, log, db, heartbeat, live, vault, outbound, mail } = floor
  const mime = lazyMime()
  const { openAccount } = createAccounts({ live, vault, ...grantsOf(mail.oauth, providersOf(config)) })
  const openImap = (account: ImapAccount) => connectImap(account, { resolve: outbound.resolve, log })
  const fetchAttachment = createAttachmentFetcher({ db, mime: mime.pool, openAccount, openImap })
  const processId = () => heartbeat.processId

  const messages = createMessages({
    sanitise: (html, options) => mime.pool().sanitise(html, options),
    findExecutions: async () => [],
    fetchAttachment,
    wake: wakeOwner,
  })
  const sending = createSending({
    ...{ live, processId },
    enabled: config.sending,
    undoSeconds: config.undoSeconds,
    mostPerMinute: config.sendLimit,
    ports: createMailPorts({
      ...{ outbound, openAccount, fetchAttachment },
      sanitise: (html) => mime.pool().sanitise(html),
      findSender: async (tx, memberId) => {
        const found = await findPreferences(tx, memberId)
        return { name: found?.member.name, language: found?.settings.locale }
      },
    }),
  })
  const openMirror = (databaseUrl: string) =>
    createMirror({
      ...{ db, databaseUrl, processId, live, log, openAccount, openImap },
      mime: mime.pool(),
      findRules: async (tx, memberId) => ({
        organisation: undefined,
        member: (await findPreferences(tx, memberId))?.scope ?? everyone,
        ownAddresses: await findAllAddresses(tx),
      }),
      isOwnLoop: isOwnLoopMark,
      // The workflows are not built yet: no message has one that wants it.
      dispatch: async () => new Set<string>(),
      serve: async (context, session, folders, mailbox) => {
        await serveOps(context, session, folders, (ops) => tellRefusal(db, live, mailbox, ops))
        await serveResync(context, session, folders)
      },
    })
  return { messages, sending, openMirror, close: mime.close }
}
export type MailParts = ReturnType<typeof createMailParts>
