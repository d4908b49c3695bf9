import type { Db } from '../../platform/db/database.ts'
import { findOwnMailboxes } from '../../slices/mailboxes/index.ts'
import { findPreferences } from '../../slices/members/index.ts'
import { findRunMessages, findRunThread, type RunMessage } from '../../slices/messages/index.ts'

type About = { memberId: string; mailboxId: string | null; messageId: string | null }

const person = (from: { name?: string; email: string } | null) =>
  from && {
    name: from.name ?? null,
    email: from.email.toLowerCase(),
    domain: from.email.slice(from.email.lastIndexOf('@') + 1).toLowerCase(),
  }

const messageRoot = (message: RunMessage) => ({
  id: message.id,
  threadId: message.threadId,
  mailboxId: message.mailboxId,
  subject: message.subject ?? '',
  snippet: message.snippet ?? '',
  text: message.bodyText ?? '',
  html: message.bodyHtml ?? '',
  from: person(message.from),
  to: message.to,
  cc: message.cc,
  replyTo: message.replyTo,
  receivedAt: message.receivedAt,
  messageId: message.messageIdHeader,
  folders: message.folderKeys,
  size: message.size,
  isRead: message.seen,
  isFlagged: message.flagged,
  isFirstInThread: message.isFirstInThread,
  isMailingList: message.isMailingList,
  isAutomatic: message.isAutoReply || message.isMailingList || message.isBounce,
  hasAttachments: message.attachments.length > 0,
  attachments: message.attachments.map(({ position, filename, mime, size }) => ({
    position,
    filename,
    mime,
    size,
  })),
})

/** What expressions may begin with, as far as somebody asks for it. */
export async function loadRoots(
  db: Db,
  about: About,
  wanted: ReadonlySet<string>,
): Promise<Record<string, unknown>> {
  const roots: Record<string, unknown> = {}
  const asks = (...names: string[]) => names.some((name) => wanted.has(name))
  const { memberId, messageId } = about
  if (messageId && asks('message', 'sender', 'thread')) {
    const [message] = await findRunMessages(db, memberId, [messageId])
    if (message) {
      roots.message = messageRoot(message)
      roots.sender = person(message.from)
      if (asks('thread')) roots.thread = await findRunThread(db, message.threadId)
    }
  }
  if (about.mailboxId && asks('mailbox')) {
    const own = await findOwnMailboxes(db, memberId)
    const mailbox = own.find(({ id }) => id === about.mailboxId)
    if (mailbox) roots.mailbox = { id: mailbox.id, address: mailbox.address, provider: mailbox.provider }
  }
  if (asks('member')) {
    const found = await findPreferences(db, memberId)
    if (found)
      roots.member = {
        name: found.member.name,
        email: found.member.email,
        locale: found.settings.locale ?? 'en',
      }
  }
  return roots
}
