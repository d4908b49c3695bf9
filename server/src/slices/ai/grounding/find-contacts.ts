import { add, matchesIn, rangeOf, type Scan } from './matches.ts'

const email = /(?<![\w.+-])[\w.+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?![\w@])/dg
const url =
  /(?<!\w)(?:(?:https?|hxxps?|ftp|ftps|file|javascript|data|tel|mailto|sms|whatsapp):(?:\/\/)?|www\.)[^\s<>"'«»)\]}]+/dg
const ipHost = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?!\.?\d)(?::\d+)?(?:\/[^\s<>"')\]}]*)?/dg
// The dot may be a look-alike or in brackets, as mail that hides from filters has it.
const dot = '(?:\\.|[。．｡]|\\[\\.\\]|\\(\\.\\))'
const domain = new RegExp(
  `(?<![\\w@.-])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?${dot})+(?<tld>[a-z]{2,24})(?::\\d+)?(?:/[^\\s<>"')\\]}]*)?(?![\\w@])`,
  'gd',
)
const files = /^(?:pdf|docx?|xlsx?|pptx?|odt|ods|txt|csv|jpe?g|png|gif|webp|zip|ics|eml|mp[34]|html?)$/
const phone =
  /(?<![\w+.-])(?:\+|00)\d{1,3}[ .-]?(?:\(0\)[ .-]?)?\d(?:[ .-]?\d){6,12}(?![\w])|(?<![\w+.-])0\d(?:[ .-]?\d){7,9}(?!\w)|(?<![\w+.-])\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?!\w)/dg
const iban = /(?<!\w)[a-z]{2}\d{2}(?: ?[a-z0-9]{4}){3,7}(?: ?[a-z0-9]{1,4})?(?!\w)/dg
const street =
  /(?<!\w)\d{1,4}(?: ?(?:bis|ter|[a-d]))?,? (?:rue|avenue|av\.|boulevard|bd|place|chemin|quai|impasse|allees?|route|cours|square|passage|faubourg) (?:[\p{L}'-]+ ?){1,6}|(?<!\w)\d{1,4}[a-d]? (?:[\p{L}'-]+ ){1,3}(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|court|square|terrace|close|way|place|row|hill|gardens|crescent)(?!\w)/dgu

const frenchStreet =
  /^\d+(?: ?(?:bis|ter|[a-d]))?,? (?:rue|avenue|av\.|boulevard|bd|place|chemin|quai|impasse|allees?|route|cours|square|passage|faubourg) /

const trailing = /[.,;:!?*_]+$/

/** A link in one form: without scheme, `www.` and trailing slash; the path keeps its case. */
export function normaliseLink(link: string): string {
  const plain = link.replaceAll(/[。．｡]|\[\.\]|\(\.\)/g, '.').replace(/^hxxp/i, 'http')
  const [, scheme = '', rest = ''] = /^([a-z]+:)?(?:\/\/)?(.*)$/is.exec(plain) ?? []
  const isWeb = scheme === '' || /^https?:$/i.test(scheme)
  const [, host = '', path = ''] = /^([^/?#]*)(.*)$/s.exec(rest.replace(/^www\./i, '')) ?? []
  return `${isWeb ? '' : scheme.toLowerCase()}${host.toLowerCase()}${path.replace(/\/$/, '')}`
}

export const hostOf = (link: string): string => /^[^/?#]*/.exec(normaliseLink(link))?.[0] ?? ''

/** Without country code and trunk zero, as the same number is written at home and abroad. */
const normalisePhone = (text: string) => text.replaceAll(/\D/g, '').slice(-9)

function addLinks(scan: Scan, pattern: RegExp) {
  for (const match of matchesIn(scan, pattern)) {
    if (files.test(match.groups?.tld ?? '') && !match[0].includes('/')) continue
    const [start] = rangeOf(match, 0)
    const end = start + match[0].replace(trailing, '').length
    const link = scan.text.slice(start, end)
    add(scan, { kind: 'link', start, end, readings: [{ key: `link ${normaliseLink(link)}` }] })
  }
}

const connectors = /^(?:de|du|des|la|le|les|et|sur|sous|en|aux|au)$/i

/** A French street name goes on as long as its words are capitalised or join such words. */
function streetLength(text: string): number {
  const [kind = ''] = /^\d+(?: ?(?:bis|ter|[a-d]))?,? [\p{L}.]+/iu.exec(text) ?? []
  let length = 0
  for (const match of text.matchAll(/[\p{L}'’-]+/gu)) {
    if (match.index < kind.length) continue
    const [name] = match
    const isName = /^(?:[dl]['’])?\p{Lu}/u.test(name)
    if (!isName && !connectors.test(name) && length > 0) break
    if (isName || !connectors.test(name)) length = match.index + name.length
  }
  return length || text.trimEnd().length
}

export function findAddresses(scan: Scan) {
  for (const match of matchesIn(scan, email)) {
    const [start, end] = rangeOf(match, 0)
    add(scan, { kind: 'email', start, end, readings: [{ key: `email ${match[0]}` }] })
  }
  addLinks(scan, url)
  addLinks(scan, ipHost)
  addLinks(scan, domain)
}

export function findContacts(scan: Scan) {
  findAddresses(scan)
  for (const match of matchesIn(scan, iban)) {
    if ((match[0].match(/\d/g) ?? []).length < 10) continue
    const [start, end] = rangeOf(match, 0)
    add(scan, { kind: 'reference', start, end, readings: [{ key: `code ${match[0].replaceAll(' ', '')}` }] })
  }
  for (const match of matchesIn(scan, phone)) {
    const [start, end] = rangeOf(match, 0)
    // A date such as 03 05 2026 is no phone number.
    if (match[0].replaceAll(/\D/g, '').length < 9) continue
    add(scan, { kind: 'phone', start, end, readings: [{ key: `phone ${normalisePhone(match[0])}` }] })
  }
  for (const match of matchesIn(scan, street)) {
    const [start, till] = rangeOf(match, 0)
    const isFrench = frenchStreet.test(match[0])
    if (!isFrench && !/^\d+\w?(?: \p{Lu}[\p{L}.'’-]*)+$/u.test(scan.text.slice(start, till))) continue
    const length = isFrench ? streetLength(scan.text.slice(start, till)) : match[0].length
    const text = match[0].slice(0, length)
    add(scan, { kind: 'address', start, end: start + length, readings: [{ key: `address ${text}` }] })
  }
}
