import { type MailPort, type OutgoingMail, permanent } from '../../engine/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { isUuid, newId } from '../../platform/ids/ids.ts'
import type { Live } from '../../platform/live/live.ts'
import { openIncident } from '../../slices/incidents/index.ts'
import { findAllAddresses, wakeOwner } from '../../slices/mailboxes/index.ts'
import {
  actOnMessage,
  type FetchAttachment,
  findRunMessages,
  labelMessage,
  type RunMessage,
  searchOwnMessages,
} from '../../slices/messages/index.ts'
import type { Mail, Outbox } from '../../slices/sending/index.ts'
import { findVisibleSignature } from '../../slices/signatures/index.ts'
import { stepOf, type Where } from './about-run.ts'
import { recipientsOf } from './recipients.ts'

export type MailPortDeps = {
  db: Database
  live: Live
  outbox: Outbox
  fetchAttachment: FetchAttachment
}

async function ownMessage({ db, facts }: Where, id: string): Promise<RunMessage> {
  const [found] = isUuid(id) ? await findRunMessages(db, facts.memberId, [id]) : []
  if (!found) throw permanent('mail.message_gone', 'The message is no longer there.')
  return found
}

/** The body with the signature below it. */
async function signed({ db, facts }: Where, { bodyText, bodyHtml, signatureId }: OutgoingMail) {
  if (signatureId === undefined) return { bodyText, bodyHtml }
  const signature = await findVisibleSignature(db, facts.memberId, signatureId)
  if (!signature) throw permanent('mail.signature_gone', 'The signature is no longer there.')
  return {
    bodyText: `${bodyText}\n\n-- \n${signature.bodyText}`,
    bodyHtml:
      bodyHtml === undefined
        ? undefined
        : `${bodyHtml}<br>-- <br>${signature.bodyHtml || signature.bodyText}`,
  }
}

async function prepare(where: Where, mail: OutgoingMail) {
  const { db, about, facts } = where
  const answered = mail.replyToMessageId ? await ownMessage(where, mail.replyToMessageId) : undefined
  const mailboxId = mail.mailboxId ?? answered?.mailboxId ?? facts.mailboxId
  if (!mailboxId) throw permanent('mail.no_mailbox', 'Choose the mailbox to send from.')
  const own = await findAllAddresses(db)
  const { to, cc } = recipientsOf(mail, answered, own)
  if (to.length === 0) throw permanent('mail.no_recipient', 'There is nobody to write to.')
  const wanted: Mail = {
    memberId: facts.memberId,
    mailboxId,
    origin: 'workflow',
    to,
    cc,
    bcc: mail.bcc,
    subject: mail.subject,
    ...(await signed(where, mail)),
    replyToMessageId: mail.replyToMessageId,
    forwardOfMessageId: mail.forwardOfMessageId,
    quoteOriginal: mail.quoteOriginal,
    includeOriginals: mail.includeOriginals,
    // Files that an earlier step would have kept are not there in a rehearsal.
    attachmentIds: facts.simulated ? [] : mail.attachmentIds,
    automatic: true,
    clientToken: about.key,
    step: await stepOf(where),
  }
  return { wanted, answered, own }
}

const isForUs = ({ to, cc }: RunMessage, own: ReadonlySet<string>) =>
  [...to, ...cc].some(({ email }) => own.has(email.toLowerCase()))

/** Sends, or holds what no program may send by itself; holding is never silent. */
async function send(deps: MailPortDeps, where: Where, mail: OutgoingMail) {
  const { db, facts, about } = where
  const { wanted, answered, own } = await prepare(where, mail)
  const reason = await deps.outbox.admitAutomatic(db, {
    memberId: facts.memberId,
    mailboxId: wanted.mailboxId,
    // Counted in one order, whoever writes to the same people: two mails never wait for one another.
    to: [...wanted.to, ...(wanted.cc ?? [])].map((address) => address.toLowerCase()).sort(),
    repliedTo: answered && {
      id: answered.id,
      threadId: answered.threadId,
      isNoReply: answered.isNoReply,
      isAutomatic: answered.isAutoReply || answered.isMailingList || answered.isBounce || answered.isFromSelf,
      isForUs: isForUs(answered, own),
    },
  })
  if (reason === undefined) {
    const { opId } = await deps.outbox.queueMail(db, wanted)
    return { id: opId, held: false, to: wanted.to, subject: wanted.subject }
  }
  const { opId } = await deps.outbox.holdDraft(db, wanted, reason)
  const { workflowName } = await stepOf(where)
  await openIncident(db, deps.live, {
    memberId: facts.memberId,
    executionId: facts.executionId,
    workflowId: facts.workflowId,
    workflowName,
    mailboxId: wanted.mailboxId,
    failedAt: new Date().toISOString(),
    nodeId: about.nodeId,
    nodeName: null,
    error: `A mail was held for review: ${reason.replaceAll('_', ' ')}.`,
  })
  return { id: opId, held: true, to: wanted.to, subject: wanted.subject }
}

async function draft(deps: MailPortDeps, where: Where, mail: OutgoingMail, reason: string | null) {
  const { wanted } = await prepare(where, mail)
  const { opId } = await deps.outbox.holdDraft(where.db, wanted, reason)
  return { id: opId, held: true, to: wanted.to, subject: wanted.subject }
}

async function putDraft(deps: MailPortDeps, where: Where, mail: OutgoingMail) {
  const { wanted } = await prepare(where, mail)
  const { opId } = await deps.outbox.putDraft(where.db, wanted)
  return { id: opId, held: false, to: wanted.to, subject: wanted.subject }
}

async function saveAttachments(
  deps: MailPortDeps,
  where: Where,
  messageId: string,
  positions: number[] | 'all',
) {
  const { db, facts } = where
  const { attachments } = await ownMessage(where, messageId)
  const wanted = attachments.filter(({ position, disposition }) =>
    positions === 'all' ? disposition === 'attachment' : positions.includes(position),
  )
  const saved = []
  for (const { position, filename, mime } of wanted) {
    const content = await deps.fetchAttachment(db, { messageId, position })
    if (!content) throw permanent('mail.attachment_gone', `The attachment ${filename} is no longer there.`)
    // An object store would keep it although the rehearsal is taken back.
    if (facts.simulated) saved.push({ id: newId(), filename, mime, size: content.length })
    else saved.push(await deps.outbox.saveFile(db, deps.db, facts.memberId, { filename, mime, content }))
  }
  return saved
}

export const mailPort = (deps: MailPortDeps, where: Where): MailPort => {
  const { db, about, facts } = where
  const { memberId } = facts
  return {
    send: (mail) => send(deps, where, mail),
    draft: (mail, reason) => draft(deps, where, mail, reason),
    putDraft: (mail) => putDraft(deps, where, mail),
    async act(messageId, action) {
      const message = await ownMessage(where, messageId)
      const which = { memberId, messageId: message.id, threadId: message.threadId }
      const how = { wake: wakeOwner, live: deps.live }
      if (action.kind === 'label') {
        const { add, remove } = action
        const changed = await labelMessage(db, which, { add, remove, clientToken: about.key }, how)
        return { operations: changed ? 1 : 0 }
      }
      const labels = action.kind === 'move' ? { labels: { add: [action.folder], remove: [] } } : {}
      const wanted = { action: action.kind, clientToken: about.key, ...labels }
      const { ops } = await actOnMessage(db, which, wanted, how)
      return { operations: ops.length }
    },
    find: ({ q, mailboxId, limit }) =>
      searchOwnMessages(db, memberId, { q, limit, ...(mailboxId && { mailboxId }) }),
    saveAttachments: (messageId, positions) => saveAttachments(deps, where, messageId, positions),
  }
}
