import type { FetchedMessage, MessageFlags, OpenFolder } from '../../../protocols/imap/imap.ts'
import { ImapFault } from '../../../protocols/imap/imap.ts'

// The labels that members and workflows set on a message are IMAP keywords on servers that support them (RFC 9051,
// section 2.3.2). Keywords are atoms: bytes not allowed in an atom are encoded as `=` and two hexadecimal digits. Case
// is preserved, although servers compare keywords case-insensitively.

/** Dovecot and other servers reject longer ones. */
const maxKeywordLength = 50
const maxKeywords = 50

/** Keywords that mail clients set for their own use, including all that start with `$`: meaningless to people. */
const clientKeyword = /^(?:[$\\].*|(?:non|not)?junk|forwarded|redirected|mdnsent|hasatt|hasnoatt)$/i
/** Matches everything outside the subset of atom characters that every server accepts. */
const notAtomSafe = /[^\w.:/@#!~+$-]/gu

const hex = (char: string) =>
  [...Buffer.from(char)].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')

/** Undefined for a label that a server would reject, or that is reserved by mail clients. */
export function toKeyword(label: string): string | undefined {
  const keyword = label.toWellFormed().replace(notAtomSafe, hex)
  return keyword.length > maxKeywordLength || keyword === '' || clientKeyword.test(label)
    ? undefined
    : keyword
}

/** Undefined if the decoded bytes are not printable text. */
function fromKeyword(keyword: string): string | undefined {
  const bytes = keyword.replace(/=([0-9A-F]{2})/g, (_, digits) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )
  const label = Buffer.from(bytes, 'latin1').toString('utf8')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches them on purpose
  return /[\u0000-\u001f\u007f\ufffd]/.test(label) || label.trim() === '' ? undefined : label
}

/** The decoded keywords of a message on the server; undefined if the server has labels instead (Gmail). */
export function keywordsOf({ flags, labels }: Pick<MessageFlags, 'flags' | 'labels'>): string[] | undefined {
  if (labels !== null) return undefined
  const keywords = flags.filter((flag) => !clientKeyword.test(flag))
  return keywords.length === 0
    ? []
    : [...new Set(keywords.flatMap((keyword) => fromKeyword(keyword) ?? []))].sort().slice(0, maxKeywords)
}

/** The UIDs and keywords of those messages that have any. */
export const withKeywords = (messages: FetchedMessage[]) =>
  messages.flatMap((message) => {
    const keywords = keywordsOf(message) ?? []
    return keywords.length > 0 ? [{ uid: message.uid, keywords }] : []
  })

/** Ignores a permanent rejection: the labels stay in the mirror, as on a server without keywords. */
export async function ignoreRejection(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ImapFault) || error.remedy !== 'permanent') throw error
  }
}

/** Applies keyword changes to the server, except for keywords that it does not store permanently. */
export async function setKeywords(
  remote: OpenFolder,
  uids: number[],
  { add, remove }: { add: string[]; remove: string[] },
): Promise<void> {
  const permanent = new Set(remote.permanentFlags.map((flag) => flag.toLowerCase()))
  const isStorable = (keyword: string) => permanent.has('\\*') || permanent.has(keyword.toLowerCase())
  const storable = (labels: string[]) => labels.flatMap((label) => toKeyword(label) ?? []).filter(isStorable)
  const [added, removed] = [storable(add), storable(remove)]
  if (remote.readOnly) return
  await ignoreRejection(async () => {
    // Remove first: a label in both lists ends up set, as in the mirror.
    if (removed.length > 0) await remote.removeFlags(uids, removed)
    if (added.length > 0) await remote.addFlags(uids, added)
  })
}
