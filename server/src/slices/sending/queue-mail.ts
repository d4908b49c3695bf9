import { createHash } from 'node:crypto'
import type { Db } from '../../platform/db/database.ts'
import { merge } from '../../platform/db/shared-transaction.ts'
import { AppError, fault } from '../../platform/errors/app-error.ts'
import type { Fingerprint } from '../../platform/http/body-fingerprint.ts'
import { newId } from '../../platform/ids/ids.ts'
import { plainText } from '../../platform/text/plain-text.ts'
import { forwardSubject, referencesFor, replySubject } from '../../protocols/mime/quote-original.ts'
import {
  claimUploads,
  findOwnMailbox,
  findOwnMessage,
  type OutboxDeps,
  takeFromRateLimit,
} from './admit-mail.ts'
import { lockConversation } from './gone-drafts.store.ts'
import { type DraftFate, settleNewDraft } from './gone-drafts.ts'
import { announceDraft, publishStatus } from './notify-member.ts'
import {
  deleteItem,
  findByTokens,
  type HeldFor,
  insertItems,
  type KnownItem,
  type NewItem,
  type Origin,
  type WorkflowStep,
} from './outbox.store.ts'
import type { Original, SendingMailbox } from './ports.ts'
import { publishReview } from './publish-review.ts'
import { dedupeRecipients } from './recipients.ts'
import { scheduleDelivery } from './schedule.ts'
import { isSendingOn } from './switches.store.ts'

export type Mail = {
  memberId: string
  mailboxId: string
  origin: Origin
  to: string[]
  cc?: string[] | undefined
  bcc?: string[] | undefined
  subject: string
  bodyText: string
  bodyHtml?: string | undefined
  /** Names the body that the recipient gets instead; the outbox and the copy in Sent hold `bodyText` and `bodyHtml`. */
  personalBody?: string | undefined
  replyToMessageId?: string | undefined
  forwardOfMessageId?: string | undefined
  /** By default a forward quotes the original and a reply does not. */
  quoteOriginal?: boolean | undefined
  includeOriginals?: boolean | undefined
  /** Ids of uploaded files. */
  attachmentIds?: string[] | undefined
  /** Written by a program; sets the headers that say so. */
  automatic?: boolean | undefined
  /** The same mail with the same token is a duplicate and is not sent. */
  clientToken?: string | undefined
  /** How long the mail can be cancelled before it is sent. */
  delaySeconds?: number | undefined
  step?: WorkflowStep | undefined
}
type Destination = { to: 'send' | 'drafts' } | { to: 'review'; reason: string | null; heldFor: HeldFor }

const hashToken = (token: string) => createHash('sha256').update(token).digest()
function defaultSubject({ replied, forwarded }: Originals): string {
  if (replied) return plainText(replySubject(replied.subject), 998)
  return forwarded ? plainText(forwardSubject(forwarded.subject), 998) : ''
}

/** Two runs of a step that answer one message, or forward it to the same people, make the same draft. */
function draftKeyOf({ step }: Mail, { replied, forwarded }: Originals, to: string[]): Buffer | null {
  if (!step || !(replied || forwarded)) return null
  const about = replied ? [replied.id] : [forwarded?.id, ...to.map((one) => one.toLowerCase()).sort()]
  return createHash('sha256')
    .update(JSON.stringify([step.workflowId, step.path ?? step.nodeId, ...about]))
    .digest()
}

type Originals = { replied: Original | undefined; forwarded: Original | undefined }

type Admitted = { mailbox: SendingMailbox; originals: Originals; request: Fingerprint | null }

function buildItem(mail: Mail, { mailbox, originals, request }: Admitted, destination: Destination) {
  const { replied, forwarded } = originals
  const about = replied ?? forwarded
  const { to, cc, bcc } = dedupeRecipients({ to: mail.to, cc: mail.cc ?? [], bcc: mail.bcc ?? [] })
  const { inReplyTo, references } = replied
    ? referencesFor({ ...replied, messageId: replied.messageIdHeader })
    : { inReplyTo: null, references: [] }
  return {
    id: newId(),
    memberId: mail.memberId,
    mailboxId: mailbox.id,
    mailboxAddress: mailbox.address,
    mode: destination.to === 'send' ? ('send' as const) : ('draft' as const),
    origin: mail.origin,
    to,
    cc,
    bcc,
    // A line break would start another header.
    subject: plainText(mail.subject, 998) || defaultSubject(originals),
    bodyText: mail.bodyText,
    bodyHtml: mail.bodyHtml ?? null,
    personalBody: mail.personalBody ?? null,
    replyToMessageId: replied?.id ?? null,
    forwardOfMessageId: forwarded?.id ?? null,
    quoteOriginal: mail.quoteOriginal ?? forwarded !== undefined,
    includeOriginals: mail.includeOriginals ?? false,
    attachmentIds: [...new Set((mail.attachmentIds ?? []).map((id) => id.toLowerCase()))],
    automatic: mail.automatic ?? false,
    inReplyTo,
    references,
    reviewStatus: destination.to === 'review' ? ('pending' as const) : ('none' as const),
    reviewReason: destination.to === 'review' ? destination.reason : null,
    heldBy: destination.to === 'review' ? ('review' as const) : null,
    intoDrafts: destination.to === 'drafts',
    draftKey: destination.to === 'review' ? draftKeyOf(mail, originals, to) : null,
    clientToken: mail.clientToken === undefined ? null : hashToken(mail.clientToken),
    request,
    delaySeconds: mail.delaySeconds ?? 0,
    step: mail.step ?? null,
    messageId: about?.id ?? null,
    threadId: about?.threadId ?? null,
  }
}

/** What a person's token stands for: a second request with it must be for the same mail. */
const contentOf = (mail: Mail) => ({
  mailboxId: mail.mailboxId.toLowerCase(),
  to: mail.to,
  cc: mail.cc ?? [],
  bcc: mail.bcc ?? [],
  subject: mail.subject,
  bodyText: mail.bodyText,
  bodyHtml: mail.bodyHtml ?? null,
  replyToMessageId: mail.replyToMessageId?.toLowerCase() ?? null,
  forwardOfMessageId: mail.forwardOfMessageId?.toLowerCase() ?? null,
  quoteOriginal: mail.quoteOriginal ?? null,
  includeOriginals: mail.includeOriginals ?? false,
  attachmentIds: mail.attachmentIds ?? [],
})

/** The token of a workflow step identifies the step, which may compute its mail again after a crash. */
const hasOwnToken = ({ origin, clientToken }: Mail) => origin === 'webmail' && clientToken !== undefined

const findByToken = (db: Db, memberId: string, token: Buffer) =>
  merge(db, `tokens ${memberId}`, token, async (tokens) => {
    const known = await findByTokens(db, memberId, tokens)
    return tokens.map((one) => known.find((item) => item.token.equals(one)))
  })

async function duplicateOf({ fingerprints }: OutboxDeps, mail: Mail, known: KnownItem) {
  const isSame =
    !hasOwnToken(mail) ||
    (known.origin === mail.origin && (await fingerprints.matches(contentOf(mail), known)))
  if (!isSame) throw fault('idempotency.key_reused')
  return { opId: known.id, duplicate: true }
}

// All items of a statement are in memory at once, several times.
const maxMergedChars = 64 * 1024

/** Undefined when the member has used the token before. */
async function insertItem(db: Db, item: NewItem) {
  const size = item.bodyText.length + (item.bodyHtml?.length ?? 0)
  if (size > maxMergedChars) return (await insertItems(db, [item]))[0]
  return merge(db, 'outgoing messages', item, async (items) => {
    const queued = new Map((await insertItems(db, items)).map((one) => [one.id, one]))
    return items.map(({ id }) => queued.get(id))
  })
}

type Accepted = DraftFate & { opId: string; duplicate: boolean }

async function enqueue(db: Db, deps: OutboxDeps, mail: Mail, destination: Destination): Promise<Accepted> {
  const { clientToken, memberId } = mail
  const known =
    clientToken === undefined ? undefined : await findByToken(db, memberId, hashToken(clientToken))
  // An accepted mail stays accepted, even if sending was switched off or the limit reached since.
  if (known) return duplicateOf(deps, mail, known)
  const isSend = destination.to === 'send'
  if (!deps.enabled && isSend) throw fault('sending.disabled')
  const mailbox = await findOwnMailbox(db, deps, memberId, mail.mailboxId)
  if (isSend && !(await isSendingOn(db, mailbox.id))) throw fault('sending.disabled')
  const originals = {
    replied: await findOwnMessage(db, deps, memberId, mail.replyToMessageId),
    forwarded: await findOwnMessage(db, deps, memberId, mail.forwardOfMessageId),
  }
  await claimUploads(db, memberId, mail.attachmentIds ?? [])
  const request = hasOwnToken(mail) ? await deps.fingerprints.of(contentOf(mail)) : null
  const item = buildItem(mail, { mailbox, originals, request }, destination)
  // Otherwise neither of two runs, or of a run and the mirror, would see what the other one stores.
  if (item.heldBy && item.messageId) await lockConversation(db, item.messageId)
  const queued = await insertItem(db, item)
  if (!queued) {
    const winner = item.clientToken && (await findByToken(db, memberId, item.clientToken))
    if (!winner) throw new Error('mail neither inserted nor found by its token')
    return duplicateOf(deps, mail, winner)
  }
  if (isSend)
    await takeFromRateLimit(db, deps, mailbox.id).catch(async (error) => {
      // A caller may catch the fault and commit; the item must not stay behind without a job.
      if (error instanceof AppError) await deleteItem(db, queued.id)
      throw error
    })
  if (!item.heldBy) await scheduleDelivery(db, queued.id, queued.sendAfter)
  const sendStatus = item.heldBy ? ('held' as const) : ('pending' as const)
  if (destination.to === 'review') publishReview(db, deps.live, { ...item, sendStatus })
  else publishStatus(db, deps.live, item, sendStatus)
  const fate: DraftFate = item.heldBy ? await settleNewDraft(db, deps.live, item) : {}
  // A draft that takes the place of another is not one more.
  if (destination.to === 'review' && !fate.answered && !fate.replaced)
    await announceDraft(db, deps.live, item, destination.heldFor)
  return { opId: queued.id, duplicate: false, ...fate }
}

/** Records and queues a mail in the caller's transaction; it is sent after that commits. */
export const queueMail = (db: Db, deps: OutboxDeps, mail: Mail) => enqueue(db, deps, mail, { to: 'send' })

/** Records a mail that is sent only after a person has approved it. */
export const holdDraft = (
  db: Db,
  deps: OutboxDeps,
  mail: Mail,
  reason: string | null,
  heldFor: HeldFor = 'author',
) => enqueue(db, deps, mail, { to: 'review', reason, heldFor })

/**
 * Records a draft that is appended to the mailbox's Drafts folder after the caller's transaction commits. A person
 * finishes and sends it there, so it is not marked as automatic.
 */
export const putDraft = (db: Db, deps: OutboxDeps, mail: Mail) =>
  enqueue(db, deps, { ...mail, automatic: false }, { to: 'drafts' })
