import { isIPv4 } from 'node:net'
import { domainToASCII } from 'node:url'

const asciiName = /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/
const maxLength = 253

/** A domain in the form in which two spellings are equal: lower case, international names in ASCII (`xn--`). */
export function asciiDomain(domain: string): string | undefined {
  const plain = domain.replace(/\.$/, '').toLowerCase()
  // `domainToASCII` decodes percent signs and reads numbers as IPv4.
  const name = asciiName.test(plain) || plain.includes('%') ? plain : domainToASCII(plain)
  return asciiName.test(name) && name.length <= maxLength && !isIPv4(name) ? name : undefined
}
