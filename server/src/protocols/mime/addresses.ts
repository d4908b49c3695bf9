import { addressParser } from 'postal-mime'
import { cleanLine } from '../../platform/text/clean-text.ts'
import { recodeWords } from './encoded-words.ts'
import { limits } from './limits.ts'
import type { Address } from './parsed-message.ts'

// Not allowed anywhere in an address, since addresses are written into headers and SMTP commands.
const forbidden = /[\s\p{Cc}<>,;"()[\]\\]/u
const literal = /^[^\s\p{Cc}<>,;"()[\]\\@]+@\[[\w.:-]+\]$/u

// `"john doe"@example.org`; without escapes and angle brackets, which are never needed.
const quotedLocal = /^"[^\p{Cc}<>"\\]{1,64}"$/u
const atoms = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/

/** A syntactically safe address; whether it exists is not checked. */
export function cleanEmail(text: string): string | null {
  const email = cleanLine(text, limits.email + 1)
  const at = email.lastIndexOf('@')
  if (at <= 0 || at === email.length - 1 || email.length > limits.email) return null
  const local = email.slice(0, at)
  const domain = email.slice(at + 1).toLowerCase()
  if (quotedLocal.test(local) && !forbidden.test(domain)) {
    // The quotes are part of the address only where they are needed.
    return atoms.test(local.slice(1, -1)) ? `${local.slice(1, -1)}@${domain}` : `${local}@${domain}`
  }
  if (forbidden.test(email) && !literal.test(email)) return null
  return `${local}@${domain}`
}

/** A key for comparing addresses: mail systems practically never distinguish case, and `me+tag` is the same mailbox. */
export function mailboxKey(email: string): string {
  const lower = email.toLowerCase()
  const at = lower.lastIndexOf('@')
  const plus = lower.indexOf('+')
  return plus > 0 && plus < at ? lower.slice(0, plus) + lower.slice(at) : lower
}

type Entry = { name: string; address: string }

// Fast path: most fields contain plain addresses, and the general parser works character by character.
const plainEntry =
  /(?:(?:([A-Za-z][\w .'-]*)|"([^"\\<>]*)") )?<([\w.+-]+@[\w.-]+)>(?:, ?|$)|([\w.+-]+@[\w.-]+)(?:, ?|$)/y

function parsePlain(field: string): Entry[] | null {
  const found: Entry[] = []
  plainEntry.lastIndex = 0
  while (plainEntry.lastIndex < field.length) {
    const match = plainEntry.exec(field)
    if (!match) return null
    found.push({ name: match[1] ?? match[2] ?? '', address: match[3] ?? match[4] ?? '' })
  }
  return found
}

function parse(field: string): Entry[] {
  if (field.includes('=?')) return parseAny(recodeWords(field))
  return parsePlain(field) ?? parseAny(field)
}

const parseAny = (field: string): Entry[] =>
  addressParser(field, { flatten: true }).flatMap(({ name, address }) =>
    address === undefined ? [] : [{ name, address }],
  )

/** The addresses of one or more fields of the same name, without duplicates. */
export function readAddresses(fields: readonly string[] | undefined): Address[] {
  const found = new Map<string, Address>()
  for (const field of fields ?? []) {
    if (field === '') continue
    for (const { name, address } of parse(field.slice(0, limits.addressField))) {
      const email = cleanEmail(address)
      if (email === null || found.has(email)) continue
      if (found.size >= limits.addresses) return [...found.values()]
      const shown = cleanLine(name, limits.name).replace(/^(['"])(.*)\1$/, '$2')
      found.set(email, shown === '' || shown === email ? { email } : { name: shown, email })
    }
  }
  return [...found.values()]
}
