import { storable } from '../../platform/text/clean-text.ts'
import { capDepth } from '../../platform/text/html-depth.ts'
import { allowedAttributes, allowedTags, attributeValues } from './html-allow-list.ts'
import { rewriteHtml } from './html-rewriter.ts'
import { limits } from './limits.ts'
import { loadsRemote, safeCss } from './safe-css.ts'
import { type SanitiseOptions, safeHref, safeImage } from './safe-urls.ts'

export type { SanitiseOptions }

type SanitiseNote = 'cut' | 'flattened' | 'too_slow' | 'unreadable'

/** `html` still belongs into a sandboxed frame without scripts: this is the first of three layers. */
export type Sanitised = { html: string; hasRemoteImages: boolean; notes: SanitiseNote[] }

type Attributes = Record<string, string>
type Context = { options: SanitiseOptions; remote: boolean }

// A Map, since a message may contain an element called `constructor`.
const noAttributes: ReadonlySet<string> = new Set()
const attributesOf = new Map(
  allowedTags.map((tag) => [
    tag,
    new Set([...(allowedAttributes['*'] ?? []), ...(allowedAttributes[tag] ?? [])]),
  ]),
)

function cleanAttributes(tag: string, attributes: Attributes, context: Context): Attributes {
  const kept: Attributes = {}
  const allowed = attributesOf.get(tag) ?? noAttributes
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'style') {
      if (loadsRemote(value)) context.remote = true
      const css = safeCss(value)
      if (css !== '') kept.style = css
    } else if (name === 'background' || name === 'srcset' || name === 'poster')
      context.remote ||= value.includes('//')
    else if (!allowed.has(name) || name === 'href' || name === 'src' || name === 'target' || name === 'rel')
      continue
    else if (!Object.hasOwn(attributeValues, name) || attributeValues[name]?.test(value)) kept[name] = value
  }
  return kept
}

function attributesFor(tag: string, attributes: Attributes, context: Context): Attributes {
  const kept = cleanAttributes(tag, attributes, context)
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
  const context: Context = { options, remote: false }
  const notes: SanitiseNote[] = []
  const text = storable(html.length > limits.html ? html.slice(0, limits.html) : html)
  if (html.length > limits.html) notes.push('cut')
  const { html: shallow, capped } = capDepth(text, limits.htmlDepth)
  if (capped) notes.push('flattened')
  const clean = rewriteHtml(shallow, (tag, attributes) => attributesFor(tag, attributes, context))
  return { html: clean, hasRemoteImages: context.remote || styleSheetLoads(shallow), notes }
}

/** Style sheets are removed, but the images that they would have loaded are still reported. */
const styleSheetLoads = (html: string) => /url\([\s"']{0,10}(?:https?:)?\/\//i.test(html)
