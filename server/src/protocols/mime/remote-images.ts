import { createHash } from 'node:crypto'
import { limits } from './limits.ts'
import { cssUrls, isRelativeUrl, isRemoteUrl } from './remote-urls.ts'

type Attributes = Record<string, string>

/** Remote images of a message that a reader has asked for. */
export type RemoteImages = {
  /** The path that takes the place of their servers. */
  path: string
  /** Their addresses, each once. */
  urls: Set<string>
  /** The address that the message gives itself, which relative ones refer to. */
  base: string | undefined
}

/** The name of a remote image in our own paths. */
export const remoteImageName = (url: string) => createHash('sha256').update(url).digest('hex').slice(0, 32)

/** The full address of a remote image; undefined if it cannot be fetched. */
function readAddress(raw: string, base: string | undefined): string | undefined {
  if (raw.length > limits.remoteImageUrl) return undefined
  if (!isRemoteUrl(raw) && !(base !== undefined && isRelativeUrl(raw))) return undefined
  const from = base ?? 'https://message.invalid/'
  const url = URL.canParse(raw, from) ? new URL(raw, from) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined
  url.hash = ''
  return url.href
}

/** Our own path for a remote image; null if it is not one, or one too many. */
export function ownPath(raw: string, images: RemoteImages): string | null {
  const url = readAddress(raw.trim(), images.base)
  if (url === undefined) return null
  if (!images.urls.has(url) && images.urls.size >= limits.remoteImages) return null
  images.urls.add(url)
  return images.path + remoteImageName(url)
}

const tiny = /^\s*[01](?:px|pt|\.0+)?\s*$/i
const tinyStyle = /(?:^|[;\s])(?:max-)?(?:width|height)\s*:\s*[01](?:px|pt)?\s*(?:;|!|$)/i
const hiddenStyle = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i

/** An image that nobody sees only tells its server that the message was read. */
export const isTrackingPixel = ({ width = '', height = '', style = '' }: Attributes) =>
  tiny.test(width) || tiny.test(height) || tinyStyle.test(style) || hiddenStyle.test(style)

const backgroundOf = /(?:^|;)\s*background(?:-image)?\s*:([^;]*)/gi

/** How the picture of a background shorthand is laid out. */
function layoutOf(value: string): string {
  const words = value.replace(/url\([^)]*\)/gi, ' ').toLowerCase()
  const repeat = /\b(?:no-repeat|repeat-[xy])\b/.exec(words)?.[0]
  const size = /\b(?:cover|contain)\b/.exec(words)?.[0]
  return [
    repeat && `background-repeat:${repeat}`,
    size && `background-size:${size}`,
    /\bcenter\b/.test(words) && 'background-position:center',
  ]
    .filter(Boolean)
    .join(';')
}

/** The declarations that show the remote background of an element; empty without one. */
export function ownBackground({ background = '', style = '' }: Attributes, images: RemoteImages): string {
  let found = background
  let layout = ''
  for (const [, value = ''] of style.slice(0, limits.remoteImageUrl).matchAll(backgroundOf)) {
    const [url] = cssUrls(value)
    if (url === undefined) continue
    found = url
    layout = layoutOf(value)
  }
  const path = found === '' ? null : ownPath(found, images)
  return path === null ? '' : [layout, `background-image:url(${path})`].filter(Boolean).join(';')
}
