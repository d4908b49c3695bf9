import type { Db } from '../../platform/db/database.ts'
import { findOwnMailboxes } from '../../slices/mailboxes/index.ts'
import { findPreferences } from '../../slices/members/index.ts'
import { findRunMessages, findRunThread, type RunMessage } from '../../slices/messages/index.ts'

type RootsOf = { memberId: string; mailboxId: string | null; messageId: string | null }

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
  bounce: message.bounce,
  hasAttachments: message.attachments.length > 0,
  attachments: message.attachments.map(({ position, filename, mime, size }) => ({
    position,
    filename,
    mime,
    size,
  })),
})

/** Loads the root values of expressions, limited to those that are used. */
export async function loadRoots(
  db: Db,
  run: RootsOf,
  used: ReadonlySet<string>,
): Promise<Record<string, unknown>> {
  const roots: Record<string, unknown> = {}
  const uses = (...names: string[]) => names.some((name) => used.has(name))
  const { memberId, messageId } = run
  if (messageId && uses('message', 'sender', 'thread')) {
    const [message] = await findRunMessages(db, memberId, [messageId])
    if (message) {
      roots.message = messageRoot(message)
      roots.sender = person(message.from)
      if (uses('thread')) roots.thread = await findRunThread(db, message.threadId)
    }
  }
  if (run.mailboxId && uses('mailbox')) {
    const own = await findOwnMailboxes(db, memberId)
    const mailbox = own.find(({ id }) => id === run.mailboxId)
    if (mailbox) roots.mailbox = { id: mailbox.id, address: mailbox.address, provider: mailbox.provider }
  }
  if (uses('member')) {
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
