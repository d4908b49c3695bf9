import { domainToASCII } from 'node:url'
import { SmtpFault } from './smtp-fault.ts'

export type Envelope = {
  /** Empty for mail that must not be answered (RFC 5321 4.5.5). */
  from: string
  to: string[]
}

/** An address as it was given, and as it is written between the brackets of a command. */
export type WireAddress = { given: string; wire: string; needsUtf8: boolean }

const isAscii = (text: string) => /^[ -~]*$/.test(text)
const maxBytes = 320

/**
 * Anything that could end the address and go on as a parameter or another command is refused, never mended:
 * the recipient that was shown is the recipient that is sent to.
 */
function wireAddress(given: string): WireAddress {
  const at = given.lastIndexOf('@')
  const local = given.slice(0, at)
  const domain = given.slice(at + 1)
  const isForbidden = /[\p{Cc}\p{Cf}\s<>]/u.test(given) || !given.isWellFormed()
  // A domain of other scripts is plain on the wire and needs no extension (RFC 5891 4.4).
  const plain = isAscii(domain) ? domain : domainToASCII(domain)
  if (at < 1 || !plain || isForbidden || Buffer.byteLength(given) > maxBytes)
    throw new SmtpFault('bad_address', `${JSON.stringify(given.slice(0, 100))} is no address to send to.`, {
      permanent: true,
    })
  return { given, wire: `${local}@${plain}`, needsUtf8: !isAscii(local) }
}

/** The sender and each recipient once. */
export function readEnvelope({ from, to }: Envelope) {
  if (to.length === 0) throw new SmtpFault('bad_address', 'There is no recipient.', { permanent: true })
  const sender = from === '' ? { given: '', wire: '', needsUtf8: false } : wireAddress(from)
  return { sender, recipients: [...new Set(to)].map(wireAddress) }
}
