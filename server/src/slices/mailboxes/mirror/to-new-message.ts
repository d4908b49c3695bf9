import type { FetchedMessage } from '../../../protocols/imap/types.ts'
import type { ParsedMessage } from '../../../protocols/mime/parsed-message.ts'
import { isReplySubject, isSpecificSubject, normaliseSubject } from '../../../protocols/mime/threading.ts'
import type { MirroredFolder, NewMessage } from '../../messages/index.ts'
import { messageState } from './apply-changes.ts'
import type { LabelKeys } from './labels.ts'

/** For a message without references: a sufficiently distinctive subject may identify its thread. */
function subjectFallback({ subject, from, to, cc }: ParsedMessage) {
  const normalisedSubject = normaliseSubject(subject)
  if (!isSpecificSubject(normalisedSubject)) return {}
  const participants = [from, ...to, ...cc].flatMap((address) =>
    address ? [address.email.toLowerCase()] : [],
  )
  return {
    subjectFallback: { normalisedSubject, participants, joins: subject !== null && isReplySubject(subject) },
  }
}

/** Converts a fetched and parsed message for the messages slice. */
export function toNewMessage(
  mailboxId: string,
  folder: MirroredFolder,
  fetched: FetchedMessage,
  parsed: ParsedMessage,
  labelKeys: LabelKeys,
): NewMessage {
  const { isOwnLoop, ...signals } = parsed.signals
  const { labels = [], ...flags } = messageState(folder, fetched, labelKeys)
  const { from, to, cc, bcc, replyTo, subject, snippet, date, inReplyTo, references } = parsed
  return {
    mailboxId,
    folderId: folder.id,
    uid: fetched.uid,
    modseq: fetched.modseq,
    receivedAt: (fetched.internalDate ?? new Date(parsed.date ?? Date.now())).toISOString(),
    flags: { ...flags, sent: folder.role === 'sent' || labels.includes('sent') || signals.isFromSelf },
    labels,
    ...(fetched.gmail ? { serverThread: fetched.gmail.threadId } : {}),
    from,
    to,
    cc,
    bcc,
    replyTo,
    subject,
    snippet,
    date,
    inReplyTo,
    references,
    ...(parsed.bounce ? { bounce: parsed.bounce } : {}),
    messageIdHeader: parsed.messageId,
    ...(references.length === 0 && inReplyTo === null ? subjectFallback(parsed) : {}),
    bodyText: parsed.bodyText,
    bodyHtml: parsed.bodyHtml,
    ...(parsed.safeHtml ? { safeHtml: parsed.safeHtml } : {}),
    bodyHash: parsed.bodyHash,
    bodyComplete: parsed.bodyComplete && fetched.bodyComplete,
    size: fetched.size,
    hasAttachments: parsed.hasAttachments,
    attachments: parsed.attachments,
    signals,
    signalReasons: { ...parsed.signalReasons, ...(isOwnLoop ? { isOwnLoop: 'X-Mailwright-Loop' } : {}) },
  }
}
