import { safeFilename, safeMime } from './attachment-name.ts'
import type { Leaf } from './body-parts.ts'
import { decodeWords } from './encoded-words.ts'
import { first, headerEnd, readHeaders } from './header-block.ts'
import type { Part } from './mime-tree.ts'
import type { ParsedAttachment } from './parsed-message.ts'
import { safely } from './safely.ts'
import { parseMessageId } from './threading.ts'
import { decodedSize } from './transfer-encoding.ts'

/** Names a forwarded message after its subject. */
function subjectName(source: Buffer, part: Part): string | null {
  if (part.type.value !== 'message/rfc822' || part.encoding === 'base64') return null
  const { stop } = headerEnd(source, part.start, Math.min(part.end, part.start + 64 * 1024))
  const subject = decodeWords(first(readHeaders(source, part.start, stop), 'subject') ?? '').trim()
  return subject === '' ? null : `${subject.replace(/[/\\]/g, '-').slice(0, 150)}.eml`
}

const nameOf = (source: Buffer, part: Part) =>
  part.disposition.params.get('filename') ?? part.type.params.get('name') ?? subjectName(source, part)

function describeAttachment(source: Buffer, { part, related }: Leaf, position: number): ParsedAttachment {
  const contentId = parseMessageId(first(part.headers, 'content-id'))
  const inline =
    part.disposition.value === 'inline' || (part.disposition.value === '' && related && contentId)
  return {
    position,
    filename: safely(
      () => safeFilename(nameOf(source, part), part.type.value, position),
      () => safeFilename(null, part.type.value, position),
    ),
    mime: safeMime(part.type.value),
    size: safely(
      () => decodedSize(source.subarray(part.start, part.end), part.encoding),
      () => part.end - part.start,
    ),
    disposition: inline ? 'inline' : 'attachment',
    contentId,
  }
}

export const describeAttachments = (source: Buffer, leaves: readonly Leaf[]): ParsedAttachment[] =>
  leaves.map((leaf, position) => describeAttachment(source, leaf, position))

// Technical parts: listed, but they do not make a message count as one with attachments.
const technicalTypes = new Set([
  'application/pgp-signature',
  'application/pgp-encrypted',
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
  'message/delivery-status',
  'message/disposition-notification',
  'text/rfc822-headers',
])

/** Whether there are real files, as opposed to inline images of the body and signatures. */
export function hasRealAttachments(
  attachments: readonly ParsedAttachment[],
  leaves: readonly Leaf[],
  html: string | null,
): boolean {
  return attachments.some(({ mime, contentId, disposition }, position) => {
    if (technicalTypes.has(mime)) return false
    if (contentId === null || disposition === 'attachment' || !mime.startsWith('image/')) return true
    return !(leaves[position]?.related || html?.includes(`cid:${contentId}`))
  })
}
