import { cleanLine } from '../../platform/text/clean-text.ts'
import { cleanEmail } from './addresses.ts'
import { first, type Headers, headerEnd, readHeaders } from './header-block.ts'
import type { Part } from './mime-tree.ts'
import type { Bounce, BouncedRecipient } from './parsed-message.ts'
import { parseMessageId } from './threading.ts'
import { decodeTransfer } from './transfer-encoding.ts'

const maxReport = 64 * 1024
const maxRecipients = 50
const maxReason = 500

function* leavesOf(part: Part): Generator<Part> {
  if (part.children.length === 0) yield part
  for (const child of part.children) yield* leavesOf(child)
}

const contentOf = (source: Buffer, part: Part) =>
  decodeTransfer(source.subarray(part.start, Math.min(part.end, part.start + maxReport)), part.encoding)

/** `rfc822; bob@example.org`, also in brackets. */
const addressOf = (field: string | undefined) =>
  field === undefined ? null : cleanEmail(field.replace(/^[\w-]+\s*;/, '').replace(/[<>\s]+/g, ''))

const statusPattern = /\b([245]\.\d{1,3}\.\d{1,3})\b/
const replyPattern = /(?:^|[\s;:(])([245])\d{2}(?=[\s:;,-]|$)/

/** The class of an enhanced status (RFC 3463) or an SMTP reply: permanent, transient, or none of both. */
function kindOf(status: string, reason: string, action: string): Bounce['kind'] {
  if (/^(?:delivered|relayed|expanded)$/.test(action)) return 'delivered'
  const digit =
    statusPattern.exec(status)?.[1]?.[0] ??
    statusPattern.exec(reason)?.[1]?.[0] ??
    replyPattern.exec(reason)?.[1]
  if (action === 'delayed' || digit === '4') return 'soft'
  return digit === '2' ? 'delivered' : 'hard'
}

function readRecipient(fields: Headers): (BouncedRecipient & { kind: Bounce['kind'] }) | null {
  const address =
    addressOf(first(fields, 'final-recipient')) ?? addressOf(first(fields, 'original-recipient'))
  if (address === null) return null
  const action = (first(fields, 'action') ?? '').toLowerCase().trim()
  const status = first(fields, 'status') ?? ''
  const reason = cleanLine((first(fields, 'diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, ''), maxReason)
  return {
    address,
    status: statusPattern.exec(status)?.[1] ?? statusPattern.exec(reason)?.[1] ?? null,
    reason: reason === '' ? null : reason,
    kind: kindOf(status, reason, action),
  }
}

/** The blocks of fields of a delivery report (RFC 3464): one for the message, then one per recipient. */
function readReport(content: Buffer) {
  const found: (BouncedRecipient & { kind: Bounce['kind'] })[] = []
  let start = 0
  while (start < content.length && found.length < maxRecipients) {
    const { stop, body } = headerEnd(content, start, content.length)
    const recipient = readRecipient(readHeaders(content, start, stop))
    if (recipient) found.push(recipient)
    start = Math.max(body, start + 1)
  }
  return found
}

const namedAddress = /<([^\s<>@]+@[^\s<>@]+)>\s*:?|(?:^|\s)([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/g

/** What a report without fields says in its text, as qmail and old servers send it. */
function readProse(text: string, failed: string | undefined) {
  const listed = (failed ?? '').split(/[,\s]+/).flatMap((raw) => addressOf(raw) ?? [])
  const start = text.slice(0, 8_000)
  const named = Array.from(start.matchAll(namedAddress), (match) => addressOf(match[1] ?? match[2])).filter(
    (email) => email !== null && !/^(?:postmaster|mailer-daemon)@/i.test(email),
  )
  const address = listed[0] ?? named[0]
  if (!address) return []
  const line = start.split('\n').find((row) => statusPattern.test(row) || replyPattern.test(row)) ?? ''
  const reason = cleanLine(line, maxReason)
  return [
    {
      address,
      status: statusPattern.exec(line)?.[1] ?? null,
      reason: reason === '' ? null : reason,
      kind: kindOf('', reason, ''),
    },
  ]
}

const originalTypes = new Set([
  'message/rfc822',
  'text/rfc822-headers',
  'message/rfc822-headers',
  'message/global',
])

/** Which sent message did not arrive, where, and why. */
export function readBounce(source: Buffer, root: Part, text: string | null): Bounce | null {
  const parts = [...leavesOf(root)]
  const report = parts.find(({ type }) => /^message\/(?:global-)?delivery-status$/.test(type.value))
  const original = parts.find(({ type }) => originalTypes.has(type.value))
  const read = report ? readReport(contentOf(source, report)) : []
  const recipients =
    read.length > 0 ? read : readProse(text ?? '', first(root.headers, 'x-failed-recipients'))
  const content = original && contentOf(source, original)
  const headers = content && readHeaders(content, 0, headerEnd(content, 0, content.length).stop)
  const quoted = /^[\s>]*message-id:\s*(<[^<>\s]{1,998}>)/im.exec((text ?? '').slice(0, 100_000))?.[1]
  const messageId = parseMessageId(headers ? first(headers, 'message-id') : quoted)
  if (recipients.length === 0 && messageId === null) return null
  const kinds = recipients.map(({ kind }) => kind)
  const kind =
    kinds.includes('hard') || kinds.length === 0 ? 'hard' : kinds.includes('soft') ? 'soft' : 'delivered'
  return {
    kind,
    messageId,
    recipients: recipients.map(({ address, status, reason }) => ({ address, status, reason })),
  }
}
