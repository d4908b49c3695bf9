// What a browser would fetch from another server when it shows a message.

// A message has no address of its own. Which scheme it is shown under decides how `https:host` is read.
const bases = ['https://message.invalid/', 'http://message.invalid/']
const ownHost = 'message.invalid'
const remoteSchemes = new Set(['http:', 'https:', 'ftp:'])

const parseUrl = (url: string, base: string) => (URL.canParse(url, base) ? new URL(url, base) : undefined)

// Only these can leave the message; the rest needs no parsing. Browsers drop tabs and line breaks anywhere.
const ignored = /[\t\n\r]/g
const mayBeRemote = /^[\0- ]*(?:https?:|ftp:|[\\/]{2})/i

/** Reads the address as browsers do: white space, upper case, backslashes and missing slashes make no difference. */
export const isRemoteUrl = (url: string): boolean =>
  mayBeRemote.test(url.replace(ignored, '')) &&
  bases.some((base) => {
    const parsed = parseUrl(url, base)
    return parsed !== undefined && remoteSchemes.has(parsed.protocol) && parsed.host !== ownHost
  })

/** Whether the address depends on where the message is: remote if the message names a remote base. */
export const isRelativeUrl = (url: string): boolean =>
  url.trim() !== '' && parseUrl(url, bases[0] ?? '')?.host === ownHost && !/^\s*#/.test(url)

/** The addresses of a `srcset`. A data URL contains commas itself, so it cannot be split at those. */
function* srcsetUrls(srcset: string): Generator<string> {
  for (const [, url = ''] of srcset.matchAll(/[\s,]*([^\s,]\S*?)(?:,+(?=\s|$)|\s[^,]*|$)/g)) yield url
}

const comment = /\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/|$)/g
const escaped = /\\(?:([0-9a-f]{1,6})[ \t\n\r\f]?|([^\n]))/gi

const toCharacter = (_: string, code: string | undefined, sign: string | undefined) => {
  if (code === undefined) return sign ?? ''
  const point = Number.parseInt(code, 16)
  return point > 0 && point < 0x110000 ? String.fromCodePoint(point) : '\ufffd'
}

// Fonts and other sheets are no images, wherever they come from.
const otherFiles = /@font-face\s*\{[^}]*(?:\}|$)|@(?:import|namespace)\b[^;{}]*/gi
const urlFunction = /(?:url|src)\(\s*["']?([^"')]*)/gi
const quotedUrl = /image-set\([^;{}]*/gi

/** The addresses of images that CSS would load, however they are written. */
export function* cssUrls(css: string): Generator<string> {
  const plain = css.replace(comment, '').replace(escaped, toCharacter).replace(otherFiles, ' ')
  for (const [, url = ''] of plain.matchAll(urlFunction)) yield url
  for (const [list] of plain.matchAll(quotedUrl))
    for (const [, url = ''] of list.matchAll(/["']([^"']*)["']/g)) yield url
}

const imageElements = new Set(['img', 'image', 'input', 'source', 'video'])
const linkedImages = new Set(['image', 'feimage', 'use'])

/** The addresses that an attribute would load as an image. */
export function* imageUrls(tag: string, name: string, value: string): Generator<string> {
  if (name === 'style') yield* cssUrls(value)
  else if (name === 'srcset' || name === 'imagesrcset') yield* srcsetUrls(value)
  else if (name === 'background' || name === 'poster' || name === 'lowsrc' || name === 'dynsrc') yield value
  else if (name === 'src' && imageElements.has(tag)) yield value
  else if (name === 'data' && tag === 'object') yield value
  else if ((name === 'href' || name === 'xlink:href') && linkedImages.has(tag)) yield value
}
