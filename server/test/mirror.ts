import type { Database } from '../src/platform/db/database.ts'
import { sql } from '../src/platform/db/sql.ts'
import { newId } from '../src/platform/ids/ids.ts'
import { type NewMessage, type StoredMessage, storeMessages } from '../src/slices/messages/index.ts'

// Creates mailboxes and messages directly in the mirror, without a mail server.

export type TestMailbox = {
  id: string
  /** Folder ids by key. */
  folders: Record<string, string>
}

const roles = ['inbox', 'sent', 'drafts', 'archive', 'spam', 'trash']

const insertFolder = (db: Database, mailboxId: string, id: string, path: string, role: string | null) => {
  const parts = path.split('/')
  const parent = parts.length > 1 ? parts.slice(0, -1).join('/') : null
  return db.run(sql`
    insert into folders (id, mailbox_id, path, key, role, name, delimiter, parent_path, depth)
    values (${id}, ${mailboxId}, ${path}, ${role ?? `folder:${path}`}, ${role}, ${parts.at(-1)}, '/', ${parent},
            ${parts.length - 1})`)
}

/** Creates all system folders, and personal ones for the given paths. */
export async function createTestMailbox(db: Database, memberId: string, personal: string[] = []) {
  const mailbox: TestMailbox = { id: newId(), folders: {} }
  await db.run(sql`
    insert into mailboxes (id, member_id, provider, address, servers)
    values (${mailbox.id}, ${memberId}, 'imap', ${`${mailbox.id}@example.com`}, '{}')`)
  for (const role of roles) {
    mailbox.folders[role] = newId()
    await insertFolder(db, mailbox.id, mailbox.folders[role], role, role)
  }
  for (const path of personal) {
    mailbox.folders[`folder:${path}`] = newId()
    await insertFolder(db, mailbox.id, mailbox.folders[`folder:${path}`] as string, path, null)
  }
  return mailbox
}

let uids = 0

export type Mail = Partial<Omit<NewMessage, 'flags' | 'signals'>> & {
  folder?: string
  flags?: Partial<NewMessage['flags']>
  signals?: Partial<NewMessage['signals']>
}

const quietSignals = {
  isAutoReply: false,
  isNoReply: false,
  isMailingList: false,
  isFromSelf: false,
  isBounce: false,
}

/** A plain message with the given overrides. Each one is a minute newer than the previous. */
export function newMail(
  mailbox: TestMailbox,
  { folder = 'inbox', flags, signals, ...mail }: Mail = {},
): NewMessage {
  const uid = ++uids
  return {
    mailboxId: mailbox.id,
    folderId: mailbox.folders[folder] ?? '',
    uid,
    modseq: null,
    labels: [],
    receivedAt: new Date(Date.UTC(2026, 0, 1) + uid * 60_000).toISOString(),
    flags: { seen: true, flagged: false, draft: false, answered: false, sent: false, ...flags },
    from: { name: 'Bob Stone', email: 'bob@example.net' },
    to: [{ email: 'ada@example.com' }],
    cc: [],
    bcc: [],
    replyTo: [],
    subject: 'Hello',
    snippet: 'Good morning',
    date: null,
    messageIdHeader: `${newId()}@example.net`,
    inReplyTo: null,
    references: [],
    bodyText: 'Good morning',
    bodyHtml: null,
    bodyComplete: true,
    bodyHash: null,
    size: 1000,
    hasAttachments: false,
    attachments: [],
    signalReasons: {},
    signals: { ...quietSignals, ...signals },
    ...mail,
  }
}

/** Stores messages in one batch, as a sync does. */
export const deliver = (db: Database, mail: NewMessage[]): Promise<StoredMessage[]> =>
  db.transaction((tx) => storeMessages(tx, mail))

/** Stores one message. */
export async function deliverOne(
  db: Database,
  mailbox: TestMailbox,
  mail: Mail = {},
): Promise<StoredMessage> {
  const [stored] = await deliver(db, [newMail(mailbox, mail)])
  if (!stored) throw new Error('the message was not stored')
  return stored
}
