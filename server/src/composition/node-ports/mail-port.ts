import { permanent, transient } from '../../engine/index.ts'
import type { MailPort, OutgoingMail } from '../../nodes/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { readOnce } from '../../platform/db/shared-transaction.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import type { Live } from '../../platform/live/live.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import {
  type CheckedMail,
  checkMail,
  findCompositions,
  insertCheckedMail,
  insertDraftSources,
} from '../../slices/ai/index.ts'
import { openIncident } from '../../slices/incidents/index.ts'
import { findOwnAddresses, wakeOwner } from '../../slices/mailboxes/index.ts'
import {
  AttachmentUnavailable,
  actOnMessage,
  type FetchAttachment,
  findRunMessages,
  labelMessage,
  type RunMessage,
  searchOwnMessages,
} from '../../slices/messages/index.ts'
import type { Mail, Outbox } from '../../slices/sending/index.ts'
import { findVisibleSignature } from '../../slices/signatures/index.ts'
import type { OutsideCalls } from './outside-calls.ts'
import { describeStep, type PortContext } from './port-context.ts'
import { recipientsOf } from './recipients.ts'

export type MailPortDeps = {
  db: Database
  live: Live
  outbox: Outbox
  fetchAttachment: FetchAttachment
  outsideCalls: OutsideCalls
}

async function findMessage({ db, facts }: PortContext, id: string): Promise<RunMessage> {
  const [found] = isUuid(id) ? await findRunMessages(db, facts.memberId, [id]) : []
  if (!found) throw permanent('mail.message_gone', 'The message no longer exists.')
  return found
}

const textAsHtml = (text: string) => escapeHtml(text).replaceAll(/\r?\n/g, '<br>')

/** The body with the signature below it. */
async function appendSignature(
  { db, facts }: PortContext,
  { bodyText, bodyHtml, signatureId }: OutgoingMail,
) {
  if (signatureId === undefined) return { bodyText, bodyHtml }
  const signature = await findVisibleSignature(db, facts.memberId, signatureId)
  if (!signature) throw permanent('mail.signature_gone', 'The signature no longer exists.')
  return {
    bodyText: `${bodyText}\n\n-- \n${signature.bodyText}`,
    bodyHtml:
      bodyHtml === undefined
        ? undefined
        : `${bodyHtml}<br>-- <br>${signature.bodyHtml || textAsHtml(signature.bodyText)}`,
  }
}

async function prepare(context: PortContext, mail: OutgoingMail) {
  const { db, step, facts } = context
  const original = mail.replyToMessageId ? await findMessage(context, mail.replyToMessageId) : undefined
  const mailboxId = mail.mailboxId ?? original?.mailboxId ?? facts.mailboxId
  if (!mailboxId) throw permanent('mail.no_mailbox', 'Choose a mailbox to send from.')
  const own = await readOnce(db, `addresses ${facts.memberId}`, () => findOwnAddresses(db, facts.memberId))
  const { to, cc } = recipientsOf(mail, original, own)
  if (to.length === 0) throw permanent('mail.no_recipient', 'The mail has no recipient.')
  const outgoing: Mail = {
    memberId: facts.memberId,
    mailboxId,
    origin: 'workflow',
    to,
    cc,
    bcc: mail.bcc,
    subject: mail.subject,
    ...(await appendSignature(context, mail)),
    replyToMessageId: mail.replyToMessageId,
    forwardOfMessageId: mail.forwardOfMessageId,
    quoteOriginal: mail.quoteOriginal,
    includeOriginals: mail.includeOriginals,
    attachmentIds: mail.attachmentIds,
    automatic: true,
    clientToken: step.key,
    step: await describeStep(context),
  }
  return { outgoing, original, own }
}

const isForUs = ({ to, cc }: RunMessage, own: ReadonlySet<string>) =>
  [...to, ...cc].some(({ email }) => own.has(email.toLowerCase()))

/** The context of a port that sends mail: what models have written in the whole family of the run counts. */
type MailContext = PortContext & { rootId: string }

const check = async ({ db, rootId }: MailContext, { subject, bodyText }: Mail) =>
  checkMail(await findCompositions(db, rootId), { subject, bodyText })

/** Counts the mail in the figures of drafts with unsupported statements. */
async function count(
  { db, facts, step }: MailContext,
  id: string,
  { mailboxId }: Mail,
  checked: CheckedMail | undefined,
) {
  const { memberId, workflowId } = facts
  const { nodeId } = step
  if (checked)
    await insertCheckedMail(db, { id, memberId, workflowId, nodeId, mailboxId, toCheck: checked.toCheck })
}

type Hold = { reason: string | null; heldFor: 'author' | 'guard'; checked: CheckedMail | undefined }

/** Holds a mail for review, with the sources of what a model wrote in it. */
async function hold(
  deps: MailPortDeps,
  context: MailContext,
  outgoing: Mail,
  { reason, heldFor, checked }: Hold,
) {
  const { db, facts } = context
  const { opId, replaced, answered } = await deps.outbox.holdDraft(db, outgoing, reason, heldFor)
  if (checked && !answered) await insertDraftSources(db, opId, facts.memberId, checked)
  await count(context, opId, outgoing, checked)
  return { id: opId, held: true, to: outgoing.to, subject: outgoing.subject, replaced, answered }
}

/** Sends a mail, or holds it for review if the limits for automatic mail say so; a held mail opens an incident. */
async function send(deps: MailPortDeps, context: MailContext, mail: OutgoingMail) {
  const { db, facts, step } = context
  const { outgoing, original, own } = await prepare(context, mail)
  const checked = await check(context, outgoing)
  // Whatever the workflow says: nobody stands for such a statement yet.
  if (checked?.reason)
    return hold(deps, context, outgoing, { reason: checked.reason, heldFor: 'guard', checked })
  const reason = await deps.outbox.admitAutomatic(db, {
    memberId: facts.memberId,
    mailboxId: outgoing.mailboxId,
    // Sorted, so that two mails to the same recipients lock their counters in the same order and cannot deadlock.
    to: [...outgoing.to, ...(outgoing.cc ?? [])].map((address) => address.toLowerCase()).sort(),
    repliedTo: original && {
      id: original.id,
      threadId: original.threadId,
      isNoReply: original.isNoReply,
      isAutomatic: original.isAutoReply || original.isMailingList || original.isBounce || original.isFromSelf,
      isForUs: isForUs(original, own),
    },
  })
  if (reason === undefined) {
    const { opId } = await deps.outbox.queueMail(db, outgoing)
    await count(context, opId, outgoing, checked)
    return { id: opId, held: false, to: outgoing.to, subject: outgoing.subject }
  }
  const held = await hold(deps, context, outgoing, { reason, heldFor: 'guard', checked })
  if (held.answered) return held
  const { workflowName } = await describeStep(context)
  await openIncident(db, deps.live, {
    memberId: facts.memberId,
    executionId: facts.executionId,
    workflowId: facts.workflowId,
    workflowName,
    mailboxId: outgoing.mailboxId,
    failedAt: new Date().toISOString(),
    nodeId: step.nodeId,
    nodeName: null,
    error: `A mail was held for review. ${deps.outbox.explainHeld(reason, 'en')}`,
  })
  return held
}

async function draft(deps: MailPortDeps, context: MailContext, mail: OutgoingMail, reason: string | null) {
  const { outgoing } = await prepare(context, mail)
  const checked = await check(context, outgoing)
  return hold(deps, context, outgoing, { reason: checked?.reason ?? reason, heldFor: 'author', checked })
}

async function putDraft(deps: MailPortDeps, context: MailContext, mail: OutgoingMail) {
  const { outgoing } = await prepare(context, mail)
  const checked = await check(context, outgoing)
  if (checked?.reason)
    return hold(deps, context, outgoing, { reason: checked.reason, heldFor: 'guard', checked })
  const { opId } = await deps.outbox.putDraft(context.db, outgoing)
  await count(context, opId, outgoing, checked)
  return { id: opId, held: false, to: outgoing.to, subject: outgoing.subject }
}

const throwNodeFault = (error: unknown): never => {
  throw error instanceof AttachmentUnavailable ? transient('mail.server_unavailable', error.message) : error
}

/** Outside any transaction: the mail server and the object store may be slow. */
async function saveAttachments(
  deps: MailPortDeps,
  context: PortContext,
  messageId: string,
  positions: number[] | 'all',
) {
  const { db, outsideCalls } = deps
  const { memberId } = context.facts
  const { attachments } = await findMessage(context, messageId)
  const selected = attachments.filter(({ position, disposition }) =>
    positions === 'all' ? disposition === 'attachment' : positions.includes(position),
  )
  const saved = []
  for (const { position, filename, mime } of selected) {
    const content = await outsideCalls(memberId, () =>
      deps.fetchAttachment(db, { messageId, position }).catch(throwNodeFault),
    )
    if (!content) throw permanent('mail.attachment_gone', `The attachment ${filename} no longer exists.`)
    saved.push(await deps.outbox.saveFile(db, memberId, { filename, mime, content }))
  }
  return saved
}

export const mailPort = (deps: MailPortDeps, context: MailContext): MailPort => {
  const { db, step, facts } = context
  const { memberId } = facts
  return {
    send: (mail) => send(deps, context, mail),
    draft: (mail, reason) => draft(deps, context, mail, reason),
    putDraft: (mail) => putDraft(deps, context, mail),
    async act(messageId, action) {
      const message = await findMessage(context, messageId)
      const target = { memberId, messageId: message.id, threadId: message.threadId }
      // No action of a node deletes a message for good.
      const actDeps = { wake: wakeOwner, live: deps.live, onDeleted: async () => undefined }
      if (action.kind === 'label') {
        const { add, remove } = action
        const changed = await labelMessage(db, target, { add, remove, clientToken: step.key }, actDeps)
        return { operations: changed ? 1 : 0 }
      }
      const labels = action.kind === 'move' ? { labels: { add: [action.folder], remove: [] } } : {}
      const change = { action: action.kind, clientToken: step.key, ...labels }
      const { ops } = await actOnMessage(db, target, change, actDeps)
      return { operations: ops.length }
    },
    find: ({ q, mailboxId, limit }) =>
      searchOwnMessages(db, memberId, { q, limit, ...(mailboxId && { mailboxId }) }),
    saveAttachments: (messageId, positions) => saveAttachments(deps, context, messageId, positions),
  }
}
