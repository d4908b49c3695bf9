import type { Database } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids/ids.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import { composeMessage, type OutgoingMessage } from '../../protocols/mime/compose-message.ts'
import { forwardHtml, forwardText, quoteHtml, quoteText } from '../../protocols/mime/quote-original.ts'
import { type ClaimedItem, renewClaim, storeSource } from './delivery.store.ts'
import { loopMark } from './loop-mark.ts'
import type { SendingPorts } from './ports.ts'

/** The mail cannot be composed, and a retry would not help. */
export class ComposeError extends Error {
  readonly kind: string
  constructor(kind: string, message: string) {
    super(message)
    this.name = 'ComposeError'
    this.kind = kind
  }
}

export type ComposedMail = { messageIdHeader: string; source: Buffer }
type Ports = Pick<
  SendingPorts,
  'files' | 'findMailbox' | 'findOriginal' | 'readOriginalFiles' | 'sanitise' | 'writePersonalBody'
>

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)
const originalOf = (item: ClaimedItem) => item.replyToMessageId ?? item.forwardOfMessageId

async function readAttachments(db: Database, ports: Ports, item: ClaimedItem) {
  const uploads = await ports.files.read(db, item.attachmentIds)
  if (uploads.length < item.attachmentIds.length)
    throw new ComposeError('attachment_gone', 'An attached file no longer exists.')
  const from = originalOf(item)
  const originals =
    from && item.includeOriginals ? await ports.readOriginalFiles(db, item.memberId, from) : []
  return [...originals, ...uploads]
}

async function findQuoted(db: Database, ports: Ports, item: ClaimedItem) {
  const id = originalOf(item)
  if (!id || !item.quoteOriginal) return null
  const original = await ports.findOriginal(db, item.memberId, id)
  if (!original) throw new ComposeError('original_gone', 'The quoted message no longer exists.')
  return original
}

async function composeBodies(db: Database, ports: Ports, item: ClaimedItem, language: 'en' | 'fr') {
  const original = await findQuoted(db, ports, item)
  const { bodyText: text, bodyHtml: html } = item
  if (!original) return { text, ...(html === null ? {} : { html }) }
  const about = { ...original, date: new Date(original.receivedAt) }
  const [asText, asHtml] = item.replyToMessageId ? [quoteText, quoteHtml] : [forwardText, forwardHtml]
  const quoted = `${text}\n\n${asText(about, original.bodyText ?? '', { language })}`
  if (html === null) return { text: quoted }
  const safe =
    original.bodyHtml === null ? asPreformatted(original.bodyText) : await ports.sanitise(original.bodyHtml)
  return { text: quoted, html: `${html}<br>${asHtml(about, safe, { language })}` }
}

const asPreformatted = (text: string | null) => `<pre>${escapeHtml(text ?? '')}</pre>`

/** What the mail says about its author. A person who has read and sent it is its author, so no program ignores it. */
async function originMark(
  db: Database,
  item: ClaimedItem,
): Promise<Pick<OutgoingMessage, 'automatic' | 'headers'>> {
  if (item.isReviewed) return { headers: { 'X-Mailwright-Origin': 'workflow; reviewed' } }
  if (!item.automatic) return {}
  const kind = item.inReplyTo ? 'auto-replied' : 'auto-generated'
  return { automatic: { kind, loopMark: await loopMark(db, item.id) } }
}

const toPeople = (addresses: string[]) => addresses.map((email) => ({ email }))

async function buildMessage(db: Database, ports: Ports, item: ClaimedItem): Promise<OutgoingMessage> {
  const mailbox = await ports.findMailbox(db, item.memberId, item.mailboxId)
  if (!mailbox) throw new ComposeError('mailbox_gone', 'The mailbox no longer exists.')
  return {
    messageId: item.messageIdHeader ?? `${newId()}@${domainOf(item.mailboxAddress)}`,
    date: new Date(),
    from: { email: item.mailboxAddress, ...(mailbox.name ? { name: mailbox.name } : {}) },
    to: toPeople(item.to),
    cc: toPeople(item.cc),
    bcc: toPeople(item.bcc),
    subject: item.subject,
    ...(await composeBodies(db, ports, item, mailbox.language ?? 'en')),
    inReplyTo: item.inReplyTo,
    references: item.references,
    attachments: await readAttachments(db, ports, item),
    ...(await originMark(db, item)),
  }
}

/** Fences the write: a delivery that lost the item must not replace the body that the new owner has sent. */
const writePersonalBody = (db: Database, ports: Ports, id: string, claimed: { id: string; claim: string }) =>
  db.transaction(async (tx) => {
    if ((await renewClaim(tx, claimed)) === 0) return undefined
    const body = await ports.writePersonalBody(tx, id)
    if (!body) throw new ComposeError('content_gone', 'What the mail is about no longer exists.')
    return body
  })

/** Stores the copy and returns what is sent: the same mail with the personal body, which is not stored anywhere. */
async function composePersonal(db: Database, ports: Ports, item: ClaimedItem, claim: string, bodyId: string) {
  const body = await writePersonalBody(db, ports, bodyId, { id: item.id, claim })
  if (!body) return undefined
  const message = await buildMessage(db, ports, item)
  const messageIdHeader = message.messageId
  if (!item.source) {
    const copy = await composeMessage(message)
    if ((await storeSource(db, { id: item.id, claim }, messageIdHeader, copy.bytes)) === 0) return undefined
  }
  const { bytes } = await composeMessage({ ...message, text: body.bodyText, html: body.bodyHtml })
  return { messageIdHeader, source: bytes }
}

/** The bytes that every attempt sends. Undefined when ownership of the item was lost. */
export async function composeSource(
  db: Database,
  ports: Ports,
  item: ClaimedItem,
  claim: string,
): Promise<ComposedMail | undefined> {
  if (item.personalBody) return composePersonal(db, ports, item, claim, item.personalBody)
  if (item.source && item.messageIdHeader)
    return { messageIdHeader: item.messageIdHeader, source: item.source }
  const message = await buildMessage(db, ports, item)
  const { bytes } = await composeMessage(message)
  const stored = await storeSource(db, { id: item.id, claim }, message.messageId, bytes)
  return stored === 0 ? undefined : { messageIdHeader: message.messageId, source: bytes }
}
