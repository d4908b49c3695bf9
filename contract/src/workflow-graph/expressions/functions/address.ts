import { type Run, spend } from '../budget.ts'
import { fieldOf, isList, isRecord } from '../values.ts'
import { any, asText, badArgument, foundNothing, inGroup, text } from './define.ts'

const define = inGroup('address')

type Address = { name: string; email: string }

/** Parts at commas and semicolons that stand in no quotation marks and no angle brackets. */
function partsOf(value: string): string[] {
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
function readPart(part: string): Address {
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

/** A text, or a record {name, email} as messages carry them, or a list whose first is meant. */
function readAddress(run: Run, value: unknown, functionName: string): Address {
  if (isList(value)) {
    if (value.length === 0) throw foundNothing(run, functionName)
    return readAddress(run, isList(value[0]) ? null : value[0], functionName)
  }
  if (!isRecord(value)) return readPart(partsOf(asText(value, run, functionName))[0] ?? '')
  const [name, email] = [fieldOf(value, 'name'), fieldOf(value, 'email')]
  return {
    name: typeof name === 'string' ? name : '',
    email: asText(email, run, functionName),
  }
}

function emailOf(run: Run, value: unknown, functionName: string): string {
  const { email } = readAddress(run, value, functionName)
  if (isEmail(email)) return email.toLowerCase()
  throw badArgument(
    run,
    `"${email.slice(0, 60)}" is not a mail address.`,
    `« ${email.slice(0, 60)} » n'est pas une adresse de courriel.`,
  )
}

export const addressFunctions = [
  define('addressEmail', {
    takes: [any('address')],
    en: 'The bare mail address, in small letters, of `Name <address>` or of a sender or recipient of a message.',
    fr: "L'adresse seule, en minuscules, de `Nom <adresse>` ou d'un expéditeur ou destinataire de message.",
    examples: [['addressEmail("Ada Lovelace <Ada@Example.org>")', 'ada@example.org']],
    run: (run, value) => emailOf(run, value, 'addressEmail'),
  }),
  define('addressName', {
    takes: [any('address')],
    en: 'The name beside a mail address; what stands before the @ when there is none.',
    fr: "Le nom à côté d'une adresse ; ce qui précède @ s'il n'y en a pas.",
    examples: [
      ['addressName({name: "Ada", email: "ada@example.org"})', 'Ada'],
      ['addressName("ada@example.org")', 'ada'],
    ],
    run: (run, value) => {
      const { name, email } = readAddress(run, value, 'addressName')
      return name === '' ? (email.split('@')[0] ?? '') : name
    },
  }),
  define('addressDomain', {
    takes: [any('address')],
    en: 'What stands after the @, in small letters.',
    fr: 'Ce qui suit @, en minuscules.',
    examples: [['addressDomain("Ada <ada@Example.org>")', 'example.org']],
    run: (run, value) => {
      const email = emailOf(run, value, 'addressDomain')
      return email.slice(email.lastIndexOf('@') + 1)
    },
  }),
  define('isAddress', {
    takes: [any('text')],
    en: 'Whether a text is a mail address, alone or with a name.',
    fr: 'Si un texte est une adresse de courriel, seule ou avec un nom.',
    examples: [
      ['isAddress("ada@example.org")', true],
      ['isAddress("ada at example")', false],
    ],
    run: (run, value) => {
      if (typeof value === 'string') return isEmail(readPart(asText(value, run, 'isAddress')).email)
      return isRecord(value) && isEmail(readAddress(run, value, 'isAddress').email)
    },
  }),
  define('sameAddress', {
    takes: [any('address'), any('other')],
    en: 'Whether two are the same mail address; names and capitals do not count.',
    fr: 'Si deux adresses sont les mêmes ; noms et majuscules ne comptent pas.',
    examples: [['sameAddress("Ada <ADA@example.org>", "ada@example.org")', true]],
    run: (run, a, b) => emailOf(run, a, 'sameAddress') === emailOf(run, b, 'sameAddress'),
  }),
  define('parseAddresses', {
    takes: [text()],
    en: 'The mail addresses of a text, as a list of {name, email}.',
    fr: "Les adresses d'un texte, en une liste de {name, email}.",
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
      const addresses = partsOf(value)
        .map(readPart)
        .filter(({ email }) => isEmail(email))
      spend(run, addresses.length)
      return addresses
    },
  }),
  define('formatAddress', {
    takes: [text('name'), text('email')],
    en: 'A name and a mail address as they stand in a mail.',
    fr: "Un nom et une adresse tels qu'ils figurent dans un courriel.",
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
