import type { Database } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids/ids.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import { composeMessage, type OutgoingMessage } from '../../protocols/mime/compose-message.ts'
import { forwardHtml, forwardText, quoteHtml, quoteText } from '../../protocols/mime/quote-original.ts'
import { type Claimed, fixSource } from './delivery.store.ts'
import { loopMark } from './loop-mark.ts'
import type { SendingPorts } from './ports.ts'

/** The mail cannot be made, and trying again would not help. */
export class ComposeError extends Error {
  readonly kind: string
  constructor(kind: string, message: string) {
    super(message)
    this.name = 'ComposeError'
    this.kind = kind
  }
}

export type Ready = { messageIdHeader: string; source: Buffer }
type Ports = Pick<SendingPorts, 'files' | 'findMailbox' | 'findOriginal' | 'readOriginalFiles' | 'sanitise'>

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)
const originalOf = (item: Claimed) => item.replyToMessageId ?? item.forwardOfMessageId

async function filesOf(db: Database, ports: Ports, item: Claimed) {
  const uploads = await ports.files.read(db, item.attachmentIds)
  if (uploads.length < item.attachmentIds.length)
    throw new ComposeError('attachment_gone', 'An attached file is no longer there.')
  const from = originalOf(item)
  const originals =
    from && item.includeOriginals ? await ports.readOriginalFiles(db, item.memberId, from) : []
  return [...originals, ...uploads]
}

async function quotedBy(db: Database, ports: Ports, item: Claimed) {
  const id = originalOf(item)
  if (!id || !item.quoteOriginal) return null
  const original = await ports.findOriginal(db, item.memberId, id)
  if (!original) throw new ComposeError('original_gone', 'The message it quotes is no longer there.')
  return original
}

async function bodiesOf(db: Database, ports: Ports, item: Claimed, language: 'en' | 'fr') {
  const original = await quotedBy(db, ports, item)
  const { bodyText: text, bodyHtml: html } = item
  if (!original) return { text, ...(html === null ? {} : { html }) }
  const about = { ...original, date: new Date(original.receivedAt) }
  const [asText, asHtml] = item.replyToMessageId ? [quoteText, quoteHtml] : [forwardText, forwardHtml]
  const quoted = `${text}\n\n${asText(about, original.bodyText ?? '', { language })}`
  if (html === null) return { text: quoted }
  const safe =
    original.bodyHtml === null ? asParagraph(original.bodyText) : await ports.sanitise(original.bodyHtml)
  return { text: quoted, html: `${html}<br>${asHtml(about, safe, { language })}` }
}

const asParagraph = (text: string | null) => `<pre>${escapeHtml(text ?? '')}</pre>`

async function automaticMark(db: Database, item: Claimed): Promise<Pick<OutgoingMessage, 'automatic'>> {
  if (!item.automatic) return {}
  const kind = item.inReplyTo ? 'auto-replied' : 'auto-generated'
  return { automatic: { kind, loopMark: await loopMark(db, item.id) } }
}

const people = (addresses: string[]) => addresses.map((email) => ({ email }))

async function messageOf(db: Database, ports: Ports, item: Claimed): Promise<OutgoingMessage> {
  const mailbox = await ports.findMailbox(db, item.memberId, item.mailboxId)
  if (!mailbox) throw new ComposeError('mailbox_gone', 'The mailbox is no longer there.')
  return {
    messageId: `${newId()}@${domainOf(item.mailboxAddress)}`,
    date: new Date(),
    from: { email: item.mailboxAddress, ...(mailbox.name ? { name: mailbox.name } : {}) },
    to: people(item.to),
    cc: people(item.cc),
    bcc: people(item.bcc),
    subject: item.subject,
    ...(await bodiesOf(db, ports, item, mailbox.language ?? 'en')),
    inReplyTo: item.inReplyTo,
    references: item.references,
    attachments: await filesOf(db, ports, item),
    ...(await automaticMark(db, item)),
  }
}

/** The bytes that every attempt sends. Undefined when the item is no longer ours. */
export async function composeSource(
  db: Database,
  ports: Ports,
  item: Claimed,
  claim: string,
): Promise<Ready | undefined> {
  if (item.source && item.messageIdHeader)
    return { messageIdHeader: item.messageIdHeader, source: item.source }
  const message = await messageOf(db, ports, item)
  const { bytes } = await composeMessage(message)
  const fixed = await fixSource(db, { id: item.id, claim }, message.messageId, bytes)
  return fixed === 0 ? undefined : { messageIdHeader: message.messageId, source: bytes }
}
