import { limits } from './limits.ts'
import { isRemoteUrl } from './remote-urls.ts'

export type SanitiseOptions = {
  /** The URLs of the message's inline images by content id; same-origin paths or https. */
  cidUrls?: Readonly<Record<string, string>>
  /** Shows remote images: this path of ours, followed by their name, takes the place of their address. */
  imagePath?: string
}

/** The URLs of the inline images among these attachments by content id. */
export const cidUrlsOf = (
  attachments: readonly { contentId: string | null; position: number }[],
  urlOf: (position: number) => string,
): Record<string, string> =>
  Object.fromEntries(
    attachments.flatMap(({ contentId, position }) =>
      contentId === null ? [] : [[contentId, urlOf(position)]],
    ),
  )

// Browsers ignore tabs and line breaks anywhere in a URL and control characters at its start.
const ignored = /[\p{Cc}\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/gu
export const withoutIgnored = (url: string) => url.replace(ignored, '').trim()

const linkable = /^(?:https?:\/\/|mailto:|tel:)/i
const maxHref = 8_000

/** The link if it may be followed, otherwise null. Relative links are rejected: there is no base URL. */
export function safeHref(raw: string | undefined): string | null {
  if (!raw || raw.length > maxHref) return null
  const href = withoutIgnored(raw)
  if (!linkable.test(href)) return null
  return /^https?:/i.test(href) && !URL.canParse(href) ? null : href
}

const dataImage = /^data:image\/(?:png|jpe?g|gif|webp|bmp|x-icon);base64,[a-z0-9+/=\s]+$/i
const ownUrl = /^(?:\/(?!\/)|https:\/\/)/

/** The allowed source of an image that comes with the message; `remote` if it would be fetched from another server. */
export function safeImage(raw: string, options: SanitiseOptions): { src: string | null; remote: boolean } {
  const src = raw.length > limits.dataImage ? '' : withoutIgnored(raw)
  if (/^cid:/i.test(src)) return { src: cidUrl(src.slice(4), options), remote: false }
  if (/^data:/i.test(src)) return { src: dataImage.test(src) ? src : null, remote: false }
  return { src: null, remote: isRemoteUrl(src) }
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
