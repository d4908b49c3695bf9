import type { FetchedMessage, MessageFlags, OpenFolder } from '../../../protocols/imap/imap.ts'
import { ImapFault } from '../../../protocols/imap/imap.ts'

// Words on a message are keywords on a server that keeps them (RFC 9051, section 2.3.2): atoms, so that what no atom
// may hold is written `=` and two hexadecimal digits a byte. Capitals are kept, though servers do not tell them apart.

/** Dovecot takes no longer ones, and is not alone. */
const maxKeywordLength = 50
const maxKeywords = 50

/** Those of programs, which say nothing to people. What begins with `$` is such, too. */
const programKeyword = /^(?:[$\\].*|(?:non|not)?junk|forwarded|redirected|mdnsent|hasatt|hasnoatt)$/i
/** Of what an atom may hold, what every server takes as it is. */
const notAtomSafe = /[^\w.:/@#!~+$-]/gu

const hex = (char: string) =>
  [...Buffer.from(char)].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')

/** Undefined for a word that a server would not take, or that means something to programs. */
export function toKeyword(word: string): string | undefined {
  const keyword = word.toWellFormed().replace(notAtomSafe, hex)
  return keyword.length > maxKeywordLength || keyword === '' || programKeyword.test(word)
    ? undefined
    : keyword
}

/** Undefined for what is no text. */
function fromKeyword(keyword: string): string | undefined {
  const bytes = keyword.replace(/=([0-9A-F]{2})/g, (_, digits) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )
  const word = Buffer.from(bytes, 'latin1').toString('utf8')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /[\u0000-\u001f\u007f\ufffd]/.test(word) || word.trim() === '' ? undefined : word
}

/** The words that the server keeps with a message; undefined where labels take their place (Gmail). */
export function keywordsOf({ flags, labels }: Pick<MessageFlags, 'flags' | 'labels'>): string[] | undefined {
  if (labels !== null) return undefined
  const own = flags.filter((flag) => !programKeyword.test(flag))
  return own.length === 0
    ? []
    : [...new Set(own.flatMap((one) => fromKeyword(one) ?? []))].sort().slice(0, maxKeywords)
}

/** The messages that have words, of those that are being stored. */
export const withKeywords = (messages: FetchedMessage[]) =>
  messages.flatMap((message) => {
    const words = keywordsOf(message) ?? []
    return words.length > 0 ? [{ uid: message.uid, words }] : []
  })

/** The words stay with the message here, as where a server keeps none. */
export async function ignoreRejection(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ImapFault) || error.remedy !== 'permanent') throw error
  }
}

/** Does to the server what was done here; a server that keeps no such words, or not these, is left alone. */
export async function setKeywords(
  remote: OpenFolder,
  uids: number[],
  { add, remove }: { add: string[]; remove: string[] },
): Promise<void> {
  const lasting = new Set(remote.permanentFlags.map((flag) => flag.toLowerCase()))
  const takes = (keyword: string) => lasting.has('\\*') || lasting.has(keyword.toLowerCase())
  const keywords = (words: string[]) => words.flatMap((word) => toKeyword(word) ?? []).filter(takes)
  const [added, removed] = [keywords(add), keywords(remove)]
  if (remote.readOnly) return
  await ignoreRejection(async () => {
    // A word that is in both is there in the end, as here.
    if (removed.length > 0) await remote.removeFlags(uids, removed)
    if (added.length > 0) await remote.addFlags(uids, added)
  })
}
