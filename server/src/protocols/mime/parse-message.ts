import { hash } from 'node:crypto'
import { cleanLine } from '../../platform/text/clean-text.ts'
import { readAddresses } from './addresses.ts'
import { describeAttachments, hasRealAttachments } from './attachments.ts'
import { type Body, joinBody, readLeaves } from './body-parts.ts'
import { readBounce } from './bounce.ts'
import { decodeWords } from './encoded-words.ts'
import { first, type Headers } from './header-block.ts'
import { parseDate } from './header-date.ts'
import { limits } from './limits.ts'
import { readTree } from './mime-tree.ts'
import type { Incomplete, ParsedMessage, ParseOptions } from './parsed-message.ts'
import { createPreview } from './preview.ts'
import { safely } from './safely.ts'
import { loopHeader, readSignals } from './signals.ts'
import { capReferences, parseMessageId, parseMessageIds } from './threading.ts'
import { decodeTransfer } from './transfer-encoding.ts'

const notableNames = [
  'sender',
  'return-path',
  'delivered-to',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'precedence',
  'auto-submitted',
  'x-auto-response-suppress',
  'importance',
  'x-priority',
  'x-mailer',
  'user-agent',
  'authentication-results',
  'x-spam-flag',
  'organization',
  'content-language',
  'x-failed-recipients',
]

const asBuffer = (source: Uint8Array) => Buffer.from(source.buffer, source.byteOffset, source.byteLength)

const decodeHeader = (field: string | undefined) => {
  if (!field) return ''
  const text = field.slice(0, 16 * 1024)
  return safely(
    () => decodeWords(text),
    () => text,
  )
}

function readPeople(headers: Headers) {
  const list = (name: string) =>
    safely(
      () => readAddresses(headers.get(name)),
      () => [],
    )
  return {
    from: list('from')[0] ?? list('sender')[0] ?? null,
    to: list('to'),
    cc: list('cc'),
    bcc: list('bcc'),
    replyTo: list('reply-to'),
  }
}

function findGaps(tree: { tooMany: boolean; tooDeep: boolean }, body: Body): Incomplete[] {
  const gaps: Incomplete[] = []
  if (tree.tooMany) gaps.push('too_many_parts')
  if (tree.tooDeep) gaps.push('too_deep')
  if (body.cut) gaps.push('body_cut')
  if (body.unreadable) gaps.push('unreadable')
  return gaps
}

export const hashOf = (source: Uint8Array) => hash('sha256', source, 'hex')

/** Parses a message into the form that is stored. Never throws, whatever the bytes are. */
export function parseMessage(bytes: Uint8Array, options: ParseOptions = {}): ParsedMessage {
  const source = asBuffer(bytes)
  const tree = readTree(source)
  const { headers, type } = tree.root
  const leaves = readLeaves(source, tree.root)
  const body = joinBody(leaves)
  const attachments = describeAttachments(source, leaves.attached)
  const people = readPeople(headers)
  const subject = cleanLine(decodeHeader(first(headers, 'subject')), limits.subject) || null
  const date = parseDate(first(headers, 'date'))
  const messageId = parseMessageId(first(headers, 'message-id'))
  const incomplete = findGaps(tree, body)
  const { from, to, cc, replyTo } = people
  const ownAddresses = options.ownAddresses ?? []
  const signals = readSignals({ headers, type, from, replyTo, subject, ownAddresses })
  const loopMark = first(headers, loopHeader.toLowerCase())
  return {
    ...people,
    subject,
    date,
    messageId,
    ...readAncestors(headers),
    bodyText: body.text,
    bodyTextFromHtml: body.fromHtml,
    bodyHtml: body.html,
    snippet: safely(
      () => createPreview(body),
      () => null,
    ),
    attachments,
    hasAttachments: hasRealAttachments(attachments, leaves.attached, body.html),
    ...signals,
    bounce: signals.signals.isBounce
      ? safely(
          () => readBounce(source, tree.root, body.text),
          () => null,
        )
      : null,
    loopMark: loopMark === undefined ? null : cleanLine(loopMark, 200),
    headersSubset: { to, cc, replyTo, date, messageIdHeader: messageId },
    notableHeaders: readNotable(headers),
    size: source.length,
    bodyComplete: incomplete.length === 0,
    incomplete,
    bodyHash: hashOf(source),
  }
}

/** Some programs answer several messages at once: the others count as references. */
function readAncestors(headers: Headers) {
  const [inReplyTo = null, ...others] = parseMessageIds(headers.get('in-reply-to')?.join(' '))
  const references = parseMessageIds(headers.get('references')?.join(' '))
  return { inReplyTo, references: capReferences([...others.slice(0, 20), ...references]) }
}

function readNotable(headers: Headers): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of notableNames) {
    const value = first(headers, name)
    if (value) found[name] = cleanLine(decodeHeader(value), 1_000)
  }
  return found
}

/** The content of one attachment by its position; null when there is none. */
export function attachmentBytes(bytes: Uint8Array, position: number): Buffer | null {
  const source = asBuffer(bytes)
  const leaf = readLeaves(source, readTree(source).root).attached[position]
  if (!leaf) return null
  return decodeTransfer(source.subarray(leaf.part.start, leaf.part.end), leaf.part.encoding)
}
