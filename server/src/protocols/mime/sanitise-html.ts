import { storable } from '../../platform/text/clean-text.ts'
import { capDepth } from '../../platform/text/html-depth.ts'
import { allowedAttributes, allowedTags, attributeValues } from './html-allow-list.ts'
import { rewriteHtml } from './html-rewriter.ts'
import { limits } from './limits.ts'
import { cssUrls, imageUrls, isRelativeUrl, isRemoteUrl } from './remote-urls.ts'
import { safeCss } from './safe-css.ts'
import { type SanitiseOptions, safeHref, safeImage } from './safe-urls.ts'

export type { SanitiseOptions }

type SanitiseNote = 'cut' | 'flattened' | 'too_slow' | 'unreadable'

/** `html` still belongs into a sandboxed frame without scripts: this is the first of three layers. */
export type Sanitised = { html: string; hasRemoteImages: boolean; notes: SanitiseNote[] }

type Attributes = Record<string, string>
type Context = { options: SanitiseOptions; remote: boolean; hasRemoteBase: boolean }

// A Map, since a message may contain an element called `constructor`.
const noAttributes: ReadonlySet<string> = new Set()
const attributesOf = new Map(
  allowedTags.map((tag) => [
    tag,
    new Set([...(allowedAttributes['*'] ?? []), ...(allowedAttributes[tag] ?? [])]),
  ]),
)

function cleanAttributes(tag: string, attributes: Attributes): Attributes {
  const kept: Attributes = {}
  const allowed = attributesOf.get(tag) ?? noAttributes
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'style') {
      const css = safeCss(value)
      if (css !== '') kept.style = css
    } else if (!allowed.has(name) || name === 'href' || name === 'src' || name === 'target' || name === 'rel')
      continue
    else if (!Object.hasOwn(attributeValues, name) || attributeValues[name]?.test(value)) kept[name] = value
  }
  return kept
}

const maxStyle = 20_000

function noteUrls(context: Context, urls: Iterable<string>) {
  for (const url of urls) {
    if (context.remote) return
    context.remote = isRemoteUrl(url) || (context.hasRemoteBase && isRelativeUrl(url))
  }
}

/** Records whether an element would load a remote image, also where it is removed. */
function noteImages(tag: string, attributes: Attributes, context: Context) {
  if (tag === 'base') context.hasRemoteBase ||= isRemoteUrl(attributes.href ?? '')
  if (context.remote) return
  for (const [name, value] of Object.entries(attributes))
    noteUrls(context, imageUrls(tag, name, value.slice(0, maxStyle)))
}

function attributesFor(tag: string, attributes: Attributes, context: Context): Attributes {
  noteImages(tag, attributes, context)
  const kept = cleanAttributes(tag, attributes)
  if (tag === 'a') {
    const href = safeHref(attributes.href)
    if (href !== null) Object.assign(kept, { href, target: '_blank', rel: 'noopener noreferrer nofollow' })
  }
  if (tag === 'img') {
    const image = safeImage(attributes.src ?? '', context.options)
    if (image.remote) context.remote = true
    if (image.src !== null) kept.src = image.src
  }
  return kept
}

/**
 * Sanitises mail HTML: known elements, attributes and declarations only; links open in a new tab; images only from the
 * message itself unless allowed. The result is never stored, so that improved rules apply to old mail too.
 */
export function sanitise(html: string, options: SanitiseOptions = {}): Sanitised {
  const context: Context = { options, remote: false, hasRemoteBase: false }
  const notes: SanitiseNote[] = []
  const text = storable(html.length > limits.html ? html.slice(0, limits.html) : html)
  if (html.length > limits.html) notes.push('cut')
  const { html: shallow, capped } = capDepth(text, limits.htmlDepth)
  if (capped) notes.push('flattened')
  const clean = rewriteHtml(shallow, {
    filter: (tag, attributes) => attributesFor(tag, attributes, context),
    onDiscarded: (tag, attributes) => noteImages(tag, attributes, context),
    onStyleSheet: (css) => noteUrls(context, cssUrls(css)),
  })
  return { html: clean, hasRemoteImages: context.remote, notes }
}
