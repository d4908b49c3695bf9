import { limits } from './limits.ts'

export type SanitiseOptions = {
  /** Where the inline images of the mail are served, by content id; same-origin paths or https. */
  cidUrls?: Readonly<Record<string, string>>
  /** Lets images of other servers through; they tell the sender who reads, when and where. */
  allowRemoteImages?: boolean
  /** With it such images go through this address, the original one added percent-encoded. */
  imageProxy?: string
}

// Browsers drop tabs and line breaks anywhere in an address and control characters at its start.
const ignored = /[\p{Cc}\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/gu
const linkable = /^(?:https?:\/\/|mailto:|tel:)/i
const maxHref = 8_000

/** A link that may be followed; null for every other, relative ones included: there is nothing to be relative to. */
export function safeHref(raw: string | undefined): string | null {
  if (!raw || raw.length > maxHref) return null
  const href = raw.replace(ignored, '').trim()
  if (!linkable.test(href)) return null
  return /^https?:/i.test(href) && !URL.canParse(href) ? null : href
}

const dataImage = /^data:image\/(?:png|jpe?g|gif|webp|bmp|x-icon);base64,[a-z0-9+/=\s]+$/i
const ownUrl = /^(?:\/(?!\/)|https:\/\/)/

/** Where an image may come from. `remote` tells that it would be fetched from another server. */
export function safeImage(raw: string, options: SanitiseOptions): { src: string | null; remote: boolean } {
  const src = raw.length > limits.dataImage ? '' : raw.replace(ignored, '').trim()
  if (/^cid:/i.test(src)) return { src: cidUrl(src.slice(4), options), remote: false }
  if (/^data:/i.test(src)) return { src: dataImage.test(src) ? src : null, remote: false }
  const absolute = src.startsWith('//') ? `https:${src}` : src
  if (!/^https?:\/\//i.test(absolute) || !URL.canParse(absolute))
    return { src: null, remote: /^[\\/]{2}/.test(src) }
  if (!options.allowRemoteImages || absolute.length > maxHref) return { src: null, remote: true }
  const shown = options.imageProxy ? options.imageProxy + encodeURIComponent(absolute) : absolute
  return { src: shown, remote: true }
}

function cidUrl(id: string, { cidUrls }: SanitiseOptions): string | null {
  if (!cidUrls) return null
  const names = [id, decoded(id)]
  const url = names.map((name) => (Object.hasOwn(cidUrls, name) ? cidUrls[name] : undefined)).find(Boolean)
  return url !== undefined && (ownUrl.test(url) || dataImage.test(url)) ? url : null
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
