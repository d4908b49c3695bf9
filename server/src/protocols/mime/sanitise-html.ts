import { storable } from '../../platform/text/clean-text.ts'
import { capDepth } from '../../platform/text/html-depth.ts'
import { allowedAttributes, allowedTags, attributeValues } from './html-allow-list.ts'
import { rewriteHtml } from './html-rewriter.ts'
import { limits } from './limits.ts'
import { isTrackingPixel, ownBackground, ownPath, type RemoteImages } from './remote-images.ts'
import { cssUrls, imageUrls, isRelativeUrl, isRemoteUrl } from './remote-urls.ts'
import { safeCss } from './safe-css.ts'
import { keptClass, keptId, readSafeSheet, type SafeSheet, scopeClass } from './safe-sheet.ts'
import { type SanitiseOptions, safeHref, safeImage } from './safe-urls.ts'

export type { SanitiseOptions }

type SanitiseNote = 'cut' | 'flattened' | 'too_slow' | 'unreadable'

/** `html` still belongs into a sandboxed frame without scripts: this is the first of three layers. */
export type Sanitised = {
  html: string
  hasRemoteImages: boolean
  /** The addresses of the remote images that are shown, if they were asked for. */
  images?: string[]
  notes: SanitiseNote[]
}

type Attributes = Record<string, string>
type Context = {
  options: SanitiseOptions
  remote: boolean
  hasRemoteBase: boolean
  sheet: SafeSheet
  images: RemoteImages | undefined
  isQuirky: boolean
}

// A Map, since a message may contain an element called `constructor`.
const noAttributes: ReadonlySet<string> = new Set()
const keptTags: ReadonlySet<string> = new Set(allowedTags)
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

const pageColour = /^(?:#[0-9a-f]{3,6}|[a-z]{3,25})$/i
const wordParagraph = /(?:^|\s)(?:x_)*Mso(?:Normal|NoSpacing|ListParagraph\w*|PlainText)(?:\s|$)/

// Where mail programs begin the quoted original, or a signature.
const quoteClass =
  /(?:^|\s)(?:x_)*(?:gmail_quote|gmail_quote_container|yahoo_quoted|protonmail_quote|zmail_extra|moz-forward-container|tutanota_quote|wmQuote|hmmessage_quote|quoted-text)(?:\s|$)/
const quoteId =
  /^(?:x_)*(?:divRplyFwdMsg|OLK_SRC_BODY_SECTION|mail-editor-reference-message-container|yahoo_quoted_\d+|reply-intro|isForwardContent|replyBlockquote)$/
const signatureClass =
  /(?:^|\s)(?:x_)*(?:gmail_signature|moz-signature|protonmail_signature_block|yahoo-signature|tutanota_signature|signature)(?:\s|$)/i
const signatureId =
  /^(?:x_)*(?:Signature|ms-outlook-mobile-signature|AppleMailSignature|signature|ymail_android_signature)$/

function markHistory(tag: string, { class: names = '', id = '', type = '' }: Attributes, kept: Attributes) {
  const isCited = tag === 'blockquote' && /^cite$/i.test(type)
  if (isCited || quoteClass.test(names.slice(0, 500)) || quoteId.test(id)) kept['data-quote'] = 'true'
  else if (signatureClass.test(names.slice(0, 500)) || signatureId.test(id)) kept['data-signature'] = 'true'
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
  if (tag === 'base' && isRemoteUrl(attributes.href ?? '')) {
    context.hasRemoteBase = true
    if (context.images) context.images.base ??= attributes.href
  }
  if (context.remote) return
  for (const [name, value] of Object.entries(attributes))
    noteUrls(context, imageUrls(tag, name, value.slice(0, maxStyle)))
}

/** The classes that a kept style sheet names, and the id as a class. */
function keptClasses({ class: names, id }: Attributes, { classes, ids }: SafeSheet): string {
  const kept =
    names === undefined || classes.size === 0
      ? []
      : names
          .slice(0, 1_000)
          .split(/\s+/)
          .filter((name) => classes.has(name))
          .map(keptClass)
  if (id !== undefined && ids.has(id)) kept.push(keptId(id))
  return kept.join(' ')
}

/** The page's own colours, for the element that takes its place. */
function bodyStyle({ bgcolor = '', text = '' }: Attributes): string {
  const of = (name: string, value: string) => (pageColour.test(value) ? `${name}:${value};` : '')
  return of('background-color', bgcolor) + of('color', text)
}

// In pages without a doctype, tables inherit nothing of this (HTML standard, 15.3.10). All mail is shown with one.
const quirkyTable =
  'text-align:start;font-size:medium;font-weight:normal;font-style:normal;line-height:normal;white-space:normal'
const hasDoctype = /^\s*<!doctype\s/i
const isQuirkyPage = (html: string) => !hasDoctype.test(html.slice(0, 1_000)) && /<body[\s>]/i.test(html)

/** What an element has without any style of its own. A style sheet must be able to override it, and has it then. */
function defaultStyle(tag: string, attributes: Attributes, { sheet, isQuirky }: Context): string {
  if (sheet.css !== '') return ''
  if (tag === 'table' && isQuirky) return `${quirkyTable};`
  // Word's paragraphs have no margins, also without the sheet that says so.
  return wordParagraph.test(attributes.class ?? '') ? 'margin:0;' : ''
}

function attributesFor(tag: string, attributes: Attributes, context: Context): Attributes {
  noteImages(tag, attributes, context)
  const kept = cleanAttributes(tag, attributes)
  markHistory(tag, attributes, kept)
  const classes = keptClasses(attributes, context.sheet)
  if (classes !== '') kept.class = classes
  const lead = tag === 'body' ? bodyStyle(attributes) : defaultStyle(tag, attributes, context)
  if (lead !== '') kept.style = (lead + (kept.style ?? '')).replace(/;$/, '')
  // As the background of a page, it is also behind the margins of the first and the last element.
  if (tag === 'body' && kept.style?.includes('background')) kept.style = `display:flow-root;${kept.style}`
  if (tag === 'a') {
    const href = safeHref(attributes.href)
    if (href !== null) Object.assign(kept, { href, target: '_blank', rel: 'noopener noreferrer nofollow' })
  }
  if (tag === 'img') {
    const image = safeImage(attributes.src ?? '', context.options)
    if (image.remote) context.remote = true
    if (image.src !== null) kept.src = image.src
  }
  if (context.images) showRemoteImages(tag, attributes, context.images, kept)
  return kept
}

function showRemoteImages(tag: string, attributes: Attributes, images: RemoteImages, kept: Attributes) {
  if (tag === 'img' && !kept.src && !isTrackingPixel(attributes)) {
    const path = ownPath(attributes.src ?? '', images)
    if (path !== null) kept.src = path
  }
  if (!attributes.background && !/background/i.test(attributes.style ?? '')) return
  const background = keptTags.has(tag) || tag === 'body' ? ownBackground(attributes, images) : ''
  if (background !== '') kept.style = kept.style ? `${kept.style};${background}` : background
}

/**
 * Sanitises mail HTML: known elements, attributes and declarations only; links open in a new tab; images only from the
 * message itself unless allowed. Increase `sanitiserVersion` (stored-html.ts) when the result changes.
 */
export function sanitise(html: string, options: SanitiseOptions = {}): Sanitised {
  const notes: SanitiseNote[] = []
  const text = storable(html.length > limits.html ? html.slice(0, limits.html) : html)
  if (html.length > limits.html) notes.push('cut')
  const sheet = readSafeSheet(text)
  const path = options.imagePath
  const images = path === undefined ? undefined : { path, urls: new Set<string>(), base: undefined }
  const isQuirky = isQuirkyPage(text)
  const context: Context = { options, remote: false, hasRemoteBase: false, sheet, images, isQuirky }
  const { html: shallow, capped } = capDepth(text, limits.htmlDepth)
  if (capped) notes.push('flattened')
  const clean = rewriteHtml(shallow, {
    filter: (tag, attributes) => attributesFor(tag, attributes, context),
    // The colours of the page stay on an element of its own.
    rename: (tag, kept) => (tag === 'body' && kept.style ? 'div' : tag),
    onDiscarded: (tag, attributes) => noteImages(tag, attributes, context),
    onStyleSheet: (css) => noteUrls(context, cssUrls(css)),
  })
  const defaults = isQuirky ? `:where(.${scopeClass} table){${quirkyTable}}` : ''
  const styled =
    sheet.css === ''
      ? clean
      : `<style>${defaults}${sheet.css}</style><div class="${scopeClass}">${clean}</div>`
  const shown = images ? { images: [...images.urls] } : {}
  return { html: styled, hasRemoteImages: context.remote, ...shown, notes }
}
