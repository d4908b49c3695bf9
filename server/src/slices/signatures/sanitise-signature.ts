import { capDepth } from '../../platform/text/html-depth.ts'
import { attributeValues } from '../../protocols/mime/html-allow-list.ts'
import { rewriteHtml } from '../../protocols/mime/html-rewriter.ts'
import { safeCss } from '../../protocols/mime/safe-css.ts'
import { safeHref, withoutIgnored } from '../../protocols/mime/safe-urls.ts'

// Formatting only, no active content: signatures are sent to outsiders in the organisation's name. So less is allowed
// than in the mail of others, which is shown to members only.
const colour = /^(?:#[0-9a-f]{3,8}|rgba?\([\d\s.,%]{1,40}\)|[a-z]{3,30})$/i
const space = /^(?:\d{1,3}(?:px|em)?\s*){1,4}$/
const size = /^\d{1,4}(?:px|%)$/
const declarations: ReadonlyMap<string, RegExp> = new Map([
  ['color', colour],
  ['background-color', colour],
  ['font-size', /^\d{1,3}(?:\.\d{1,6})?(?:px|pt|em|rem|%)$/],
  ['font-family', /^[\w\s,-]{1,200}$/],
  ['font-weight', /^(?:normal|bold|\d{3})$/],
  ['font-style', /^(?:normal|italic)$/],
  ['line-height', /^\d{1,2}(?:\.\d{1,6})?(?:px|em|%)?$/],
  ['text-align', /^(?:left|right|center|justify)$/],
  ['text-decoration', /^(?:none|underline|line-through)$/],
  ['vertical-align', /^(?:top|middle|bottom|baseline)$/],
  ['border-collapse', /^(?:collapse|separate)$/],
  ['padding', space],
  ['margin', space],
  ['width', size],
  ['height', size],
])

const cell = ['colspan', 'rowspan', 'width', 'height']
// A Map, since a source may contain an element called `constructor`.
const attributesOf: ReadonlyMap<string, readonly string[]> = new Map([
  ['img', ['alt', 'width', 'height']],
  ['font', ['color', 'face', 'size']],
  ['table', ['border', 'cellpadding', 'cellspacing', 'width']],
  ['td', cell],
  ['th', cell],
  ...'a b blockquote br code div em h1 h2 h3 h4 hr i li ol p pre s small span strong sub sup u ul tbody tfoot thead tr'
    .split(' ')
    .map((tag): [string, string[]] => [tag, []]),
])
const everywhere = ['dir', 'lang', 'title', 'align', 'valign']

const imageSource =
  /^(?:https:\/\/[^\s/]|cid:[^\s]|\w[\w.-]*$|data:image\/(?:png|jpe?g|gif|webp);base64,[a-z0-9+/=\s]+$)/i

function imageOf(raw: string | undefined): string | undefined {
  const src = withoutIgnored(raw ?? '')
  if (!imageSource.test(src)) return undefined
  return /^https:/i.test(src) && !URL.canParse(src) ? undefined : src
}

type Attributes = Record<string, string>

function filter(tag: string, attributes: Attributes): Attributes {
  const kept: Attributes = {}
  for (const name of [...(attributesOf.get(tag) ?? []), ...everywhere]) {
    const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined
    if (value !== undefined && (attributeValues[name]?.test(value) ?? true)) kept[name] = value
  }
  const style = safeCss(attributes.style ?? '', declarations)
  if (style !== '') kept.style = style
  if (tag === 'a') {
    const href = safeHref(attributes.href)
    if (href !== null) kept.href = href
    if (attributes.target === '_blank') kept.target = '_blank'
    kept.rel = 'noopener noreferrer'
  }
  const src = tag === 'img' ? imageOf(attributes.src) : undefined
  if (src !== undefined) kept.src = src
  return kept
}

/** An empty name removes the element and keeps its text. An image of nothing is removed as well. */
const rename = (tag: string, kept: Attributes) =>
  attributesOf.has(tag) && (tag !== 'img' || kept.src !== undefined) ? tag : ''

const ignore = () => undefined
const maxDepth = 50

export const sanitiseSignature = (html: string) =>
  rewriteHtml(capDepth(html, maxDepth).html, { filter, rename, onDiscarded: ignore, onStyleSheet: ignore })
