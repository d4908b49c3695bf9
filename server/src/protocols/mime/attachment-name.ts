import { removeInvisible } from '../../platform/text/clean-text.ts'
import { limits } from './limits.ts'

const extensions: Record<string, string> = {
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/json': 'json',
  'application/xml': 'xml',
  'application/rtf': 'rtf',
  'application/ics': 'ics',
  'application/pgp-signature': 'asc',
  'application/pkcs7-signature': 'p7s',
  'application/x-pkcs7-signature': 'p7s',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'image/tiff': 'tif',
  'text/plain': 'txt',
  'text/html': 'html',
  'text/csv': 'csv',
  'text/calendar': 'ics',
  'text/vcard': 'vcf',
  'text/rfc822-headers': 'txt',
  'message/rfc822': 'eml',
  'message/delivery-status': 'txt',
  'message/disposition-notification': 'txt',
  'audio/mpeg': 'mp3',
  'video/mp4': 'mp4',
}

// Control characters, separators, and characters that are special to file systems, shells or quoted headers.
const unsafe = /[\p{Cc}\p{Cs}\u2028\u2029<>:"|?*%`$;]+/gu
// Windows opens a device for these names, whatever the extension.
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

const defaultStem = (mime: string) => {
  if (mime.startsWith('image/')) return 'image'
  return mime.startsWith('message/') ? 'message' : 'attachment'
}

/** A name that is safe for display, storage and headers; never empty. */
export function safeFilename(raw: string | null | undefined, mime: string, position: number): string {
  const base =
    removeInvisible((raw ?? '').slice(0, 4_000))
      .split(/[/\\]/)
      .pop() ?? ''
  const name = base
    .replace(unsafe, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[.\s~]+|[.\s]+$/g, '')
    .replace(device, '_$&')
  if (name !== '') return shorten(name)
  const extension = Object.hasOwn(extensions, mime) ? extensions[mime] : 'bin'
  return `${defaultStem(mime)}-${position + 1}.${extension}`
}

/** Keeps the extension, which tells the type of the file. */
function shorten(name: string): string {
  if (name.length <= limits.filename) return name
  const dot = name.lastIndexOf('.')
  const end = dot > 0 && name.length - dot <= 16 ? name.slice(dot) : ''
  return name.slice(0, limits.filename - end.length).toWellFormed() + end
}

const token = /^[a-z0-9!#$&^_.+-]{1,100}\/[a-z0-9!#$&^_.+-]{1,100}$/

/** The declared type if it is valid, since it is later used in a response header. */
export const safeMime = (type: string) => (token.test(type) ? type : 'application/octet-stream')
