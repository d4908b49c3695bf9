import { domainToASCII } from 'node:url'
import { SmtpFault } from './smtp-fault.ts'

export type Envelope = {
  /** Empty for mail that must not be replied to (RFC 5321 4.5.5). */
  from: string
  to: string[]
}

/** An address as given, and as written between the brackets of a command. */
export type WireAddress = { given: string; wire: string; needsUtf8: boolean }

const isAscii = (text: string) => /^[ -~]*$/.test(text)
const maxBytes = 320

/**
 * Rejects, rather than repairs, anything that could end the address and continue as a parameter or another command:
 * the message goes exactly to the recipient that was shown.
 */
function wireAddress(given: string): WireAddress {
  const at = given.lastIndexOf('@')
  const local = given.slice(0, at)
  const domain = given.slice(at + 1)
  const isForbidden = /[\p{Cc}\p{Cf}\s<>]/u.test(given) || !given.isWellFormed()
  // An internationalised domain is sent as ASCII and needs no extension (RFC 5891 4.4).
  const plain = isAscii(domain) ? domain : domainToASCII(domain)
  if (at < 1 || !plain || isForbidden || Buffer.byteLength(given) > maxBytes)
    throw new SmtpFault('bad_address', `${JSON.stringify(given.slice(0, 100))} is not a valid address.`, {
      permanent: true,
    })
  return { given, wire: `${local}@${plain}`, needsUtf8: !isAscii(local) }
}

/** The sender and the recipients without duplicates. */
export function readEnvelope({ from, to }: Envelope) {
  if (to.length === 0) throw new SmtpFault('bad_address', 'There is no recipient.', { permanent: true })
  const sender = from === '' ? { given: '', wire: '', needsUtf8: false } : wireAddress(from)
  return { sender, recipients: [...new Set(to)].map(wireAddress) }
}
