import { indexWords } from '../search/search-vector.ts'
import { hashChars } from '../search/word-hashes.ts'
import type { NewMessage } from './types.ts'

export type AssignedMessage = NewMessage & { id: string; threadId: string }

// A B-tree index entry has at most 2,700 bytes.
const maxIdBytes = 2_000
const truncateId = (id: string | null) =>
  id !== null && Buffer.byteLength(id) > maxIdBytes ? Buffer.from(id).toString('utf8', 0, maxIdBytes) : id

/** A date that PostgreSQL rejects must not fail the whole batch. */
function safeTime(text: string): string | null {
  const date = new Date(text)
  const year = date.getUTCFullYear()
  return year >= 1 && year <= 9999 ? date.toISOString() : null
}

const systemKeys = new Set(['all', 'starred'])
export const cleanLabels = (labels: string[]) => [...new Set(labels)].filter((key) => !systemKeys.has(key))

const clamp = (n: number, limit: number) => Math.min(Math.max(Math.trunc(n) || 0, 0), limit)

function searchColumns(m: AssignedMessage) {
  const { vector, lexemes } = indexWords({ ...m, recipients: [...m.to, ...m.cc] })
  return { search: vector, word_hashes: hashChars(lexemes) }
}

/** The columns of `messages` and `message_bodies`, and the word filter entry of the thread. */
export const toRecord = (m: AssignedMessage) => ({
  id: m.id,
  mailbox_id: m.mailboxId,
  thread_id: m.threadId,
  folder_id: m.folderId,
  uid: m.uid,
  modseq: m.modseq,
  received_at: safeTime(m.receivedAt) ?? '1970-01-01T00:00:00.000Z',
  written_at: m.date === null ? null : safeTime(m.date),
  from_name: m.from?.name ?? null,
  from_email: m.from?.email ?? null,
  subject: m.subject,
  snippet: m.snippet,
  ...m.flags,
  is_auto_reply: m.signals.isAutoReply,
  is_no_reply: m.signals.isNoReply,
  is_mailing_list: m.signals.isMailingList,
  is_from_self: m.signals.isFromSelf,
  is_bounce: m.signals.isBounce,
  signal_reasons: m.signalReasons,
  has_attachments: m.hasAttachments,
  size: clamp(m.size, 2 ** 31 - 1),
  labels: cleanLabels(m.labels),
  message_id_header: truncateId(m.messageIdHeader),
  in_reply_to: m.inReplyTo,
  body_hash: m.bodyHash,
  body_complete: m.bodyComplete,
  ...searchColumns(m),
  body_text: m.bodyText,
  body_html: m.bodyHtml,
  safe_html: m.safeHtml?.html ?? null,
  safe_version: m.safeHtml?.version ?? null,
  has_remote_images: m.safeHtml?.hasRemoteImages ?? false,
  headers: {
    to: m.to,
    cc: m.cc,
    bcc: m.bcc,
    replyTo: m.replyTo,
    date: m.date,
    references: m.references,
    ...(m.bounce ? { bounce: m.bounce } : {}),
  },
  attachments: m.attachments,
})
export type MessageRecord = ReturnType<typeof toRecord>
