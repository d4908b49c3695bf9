import { list, object, optional, type Static, text, union } from '@mailwright/contract/schema'
import { permanent } from '../../engine/define-node.ts'

// A line break in an address would start another header.
const address = () => text(0, 400, { pattern: '^[^\\r\\n\\0]*$' })
const Person = () => object({ name: optional(text(0, 400)), email: address() })

const maxRecipients = 50

/** Addresses as people write them: a text with commas, or a list; also the addresses of a message. */
export const Recipients = union(
  text(0, 20_000, { pattern: '^[^\\r\\n\\0]*$' }),
  Person(),
  list(union(address(), Person()), 0, maxRecipients),
)
export type Recipients = Static<typeof Recipients>

/** Splits at commas and semicolons outside quoted names. */
function split(line: string): string[] {
  const parts: string[] = []
  let from = 0
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    const c = line[at]
    if (c === '"') isQuoted = !isQuoted
    else if (!isQuoted && (c === ',' || c === ';')) {
      parts.push(line.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, line.slice(from)].filter((part) => part.trim() !== '')
}

const shape = /^[^\s@<>()",;:\\[\]\p{Cc}]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,253}[\p{L}\p{N}])?$/u

function readAddress(written: string): string {
  const bare = (/<([^<>]*)>\s*$/.exec(written)?.[1] ?? written).trim()
  if (shape.test(bare) && !bare.includes('..')) return bare
  throw permanent(
    'mail.bad_address',
    `${JSON.stringify(written.trim().slice(0, 80))} is not an email address.`,
  )
}

const writtenIn = (value: Recipients): string[] => {
  if (typeof value === 'string') return split(value)
  if (!Array.isArray(value)) return [value.email]
  return value.flatMap((one) => (typeof one === 'string' ? split(one) : [one.email]))
}

/** Bare addresses without duplicates; the failure names the first invalid one. */
export function readRecipients(value: Recipients | undefined, max = maxRecipients): string[] {
  const found = new Map<string, string>()
  for (const written of value === undefined ? [] : writtenIn(value)) {
    const bare = readAddress(written)
    if (!found.has(bare.toLowerCase())) found.set(bare.toLowerCase(), bare)
  }
  if (found.size > max)
    throw permanent('mail.too_many_recipients', `A workflow can write to at most ${max} addresses at once.`)
  return [...found.values()]
}
