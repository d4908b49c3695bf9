import { type Run, spend } from '../budget.ts'
import { fieldOf, isList, isRecord } from '../values.ts'
import { any, asText, badArgument, foundNothing, inGroup, text } from './define.ts'

const define = inGroup('address')

type Address = { name: string; email: string }

/** Splits at commas and semicolons outside quotation marks and angle brackets. */
function splitAddresses(value: string): string[] {
  const parts: string[] = []
  let [from, isQuoted, isAngled] = [0, false, false]
  for (let at = 0; at < value.length; at++) {
    const sign = value[at]
    if (sign === '\\' && isQuoted) at++
    else if (sign === '"' && !isAngled) isQuoted = !isQuoted
    else if (!isQuoted && sign === '<') isAngled = true
    else if (!isQuoted && sign === '>') isAngled = false
    else if (!isQuoted && !isAngled && (sign === ',' || sign === ';')) {
      parts.push(value.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, value.slice(from)].map((part) => part.trim()).filter((part) => part !== '')
}

/** `Ada Lovelace <ada@example.org>`, `"Lovelace, Ada" <...>` or the bare address. */
function parseAddress(part: string): Address {
  const open = part.lastIndexOf('<')
  const close = part.indexOf('>', open)
  if (open < 0 || close < 0) return { name: '', email: part.trim() }
  const written = part.slice(0, open).trim()
  const isQuoted = written.length > 1 && written.startsWith('"') && written.endsWith('"')
  const name = isQuoted ? written.slice(1, -1).replace(/\\(.)/g, '$1') : written
  return { name, email: part.slice(open + 1, close).trim() }
}

const isEmail = (email: string) =>
  email.length <= 320 &&
  /^[^\s@<>",;:()[\]\\]{1,64}@[^\s@<>",;:()[\]\\.]+(?:\.[^\s@<>",;:()[\]\\.]+)*$/.test(email)

/** Accepts a text, a record {name, email} as in messages, or a list, of which the first item is used. */
function toAddress(run: Run, value: unknown, functionName: string): Address {
  if (isList(value)) {
    if (value.length === 0) throw foundNothing(run, functionName)
    return toAddress(run, isList(value[0]) ? null : value[0], functionName)
  }
  if (!isRecord(value)) return parseAddress(splitAddresses(asText(value, run, functionName))[0] ?? '')
  const [name, email] = [fieldOf(value, 'name'), fieldOf(value, 'email')]
  return {
    name: typeof name === 'string' ? name : '',
    email: asText(email, run, functionName),
  }
}

function emailOf(run: Run, value: unknown, functionName: string): string {
  const { email } = toAddress(run, value, functionName)
  if (isEmail(email)) return email.toLowerCase()
  throw badArgument(
    run,
    `"${email.slice(0, 60)}" is not an email address.`,
    `« ${email.slice(0, 60)} » n'est pas une adresse e-mail.`,
  )
}

export const addressFunctions = [
  define('addressEmail', {
    params: [any('address')],
    en: 'The email address alone, in lower case, from `Name <address>` or from a sender or recipient.',
    fr: "L'adresse e-mail seule, en minuscules, à partir de `Nom <adresse>` ou d'un expéditeur ou destinataire.",
    examples: [['addressEmail("Ada Lovelace <Ada@Example.org>")', 'ada@example.org']],
    run: (run, value) => emailOf(run, value, 'addressEmail'),
  }),
  define('addressName', {
    params: [any('address')],
    en: 'The name that goes with an email address, or the part before the @ if there is none.',
    fr: "Le nom associé à une adresse e-mail, ou la partie avant @ s'il n'y en a pas.",
    examples: [
      ['addressName({name: "Ada", email: "ada@example.org"})', 'Ada'],
      ['addressName("ada@example.org")', 'ada'],
    ],
    run: (run, value) => {
      const { name, email } = toAddress(run, value, 'addressName')
      return name === '' ? (email.split('@')[0] ?? '') : name
    },
  }),
  define('addressDomain', {
    params: [any('address')],
    en: 'The domain of an email address, in lower case.',
    fr: "Le domaine d'une adresse e-mail, en minuscules.",
    examples: [['addressDomain("Ada <ada@Example.org>")', 'example.org']],
    run: (run, value) => {
      const email = emailOf(run, value, 'addressDomain')
      return email.slice(email.lastIndexOf('@') + 1)
    },
  }),
  define('isAddress', {
    params: [any('text')],
    en: 'Whether a text is an email address, with or without a name.',
    fr: 'Indique si un texte est une adresse e-mail, avec ou sans nom.',
    examples: [
      ['isAddress("ada@example.org")', true],
      ['isAddress("ada at example")', false],
    ],
    run: (run, value) => {
      if (typeof value === 'string') return isEmail(parseAddress(asText(value, run, 'isAddress')).email)
      return isRecord(value) && isEmail(toAddress(run, value, 'isAddress').email)
    },
  }),
  define('sameAddress', {
    params: [any('address'), any('other')],
    en: 'Whether two email addresses are the same, ignoring names and case.',
    fr: 'Indique si deux adresses e-mail sont identiques, sans tenir compte des noms ni de la casse.',
    examples: [['sameAddress("Ada <ADA@example.org>", "ada@example.org")', true]],
    run: (run, a, b) => emailOf(run, a, 'sameAddress') === emailOf(run, b, 'sameAddress'),
  }),
  define('parseAddresses', {
    params: [text()],
    en: 'The email addresses in a text, as a list of {name, email}.',
    fr: "Les adresses e-mail d'un texte, sous forme de liste de {name, email}.",
    examples: [
      [
        'parseAddresses("\\"Lovelace, Ada\\" <ada@example.org>; bob@example.org")',
        [
          { name: 'Lovelace, Ada', email: 'ada@example.org' },
          { name: '', email: 'bob@example.org' },
        ],
      ],
    ],
    run: (run, value) => {
      const addresses = splitAddresses(value)
        .map(parseAddress)
        .filter(({ email }) => isEmail(email))
      spend(run, addresses.length)
      return addresses
    },
  }),
  define('formatAddress', {
    params: [text('name'), text('email')],
    en: 'A name and an email address in the format of mail headers.',
    fr: 'Un nom et une adresse e-mail au format des en-têtes de message.',
    examples: [
      ['formatAddress("Ada", "ada@example.org")', 'Ada <ada@example.org>'],
      ['formatAddress("Lovelace, Ada", "ada@example.org")', '"Lovelace, Ada" <ada@example.org>'],
    ],
    run: (run, name, email) => {
      const bare = emailOf(run, email, 'formatAddress')
      const clean = name.replace(/\s+/g, ' ').trim()
      if (clean === '') return bare
      const isPlain = /^[\p{L}\p{M}\p{N} '_-]+$/u.test(clean)
      return `${isPlain ? clean : `"${clean.replace(/["\\]/g, '\\$&')}"`} <${bare}>`
    },
  }),
]
