import { domainToASCII } from 'node:url'

const asciiName = /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/
const maxLength = 253
// `domainToASCII` would cut the text at some of these, or decode it.
const foreignChars = /[\s/\\?#@%:<>^|[\]]/
// A name that ends in a number is an IPv4 address in one of its spellings.
const endsInNumber = /(^|\.)\d+$/

/** A domain in the form in which two spellings are equal: lower case, international names in ASCII (`xn--`). */
export function asciiDomain(domain: string): string | undefined {
  if (foreignChars.test(domain)) return undefined
  const plain = domain.replace(/\.$/, '').toLowerCase()
  const name = asciiName.test(plain) ? plain : domainToASCII(plain)
  return asciiName.test(name) && name.length <= maxLength && !endsInNumber.test(name) ? name : undefined
}
