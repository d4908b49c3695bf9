import type { AttributeSelector, CssNode, PseudoClassSelector, Rule } from 'css-tree'
import parse from 'css-tree/parser'
import { findStyleSheets } from '../../platform/text/style-rules.ts'
import { allowedTags } from './html-allow-list.ts'
import { safeCss } from './safe-css.ts'

// Rewrites the style sheets of a mail. Nothing is copied but names of classes, in an alphabet of letters, digits and
// dashes; properties and values pass the same check as those of a style attribute, so nothing is loaded. Every selector
// is bound to the element around the message, and classes get a prefix of their own, so nothing outside is changed.

/** The class of the element around the message; no class of a mail can become it. */
export const scopeClass = 'mailbody'
const classPrefix = 'mail-'
/** Ids become classes too: an id of a mail could be one that the page around it uses. */
const idPrefix = 'mailid-'

/** `css` is empty without a usable rule; `classes` and `ids` are those that it names. */
export type SafeSheet = { css: string; classes: ReadonlySet<string>; ids: ReadonlySet<string> }

const noSheet: SafeSheet = { css: '', classes: new Set(), ids: new Set() }
const limits = { source: 100_000, output: 60_000, rules: 1_500, compounds: 6, selectors: 30 }

const tags = new Set(allowedTags)
const className = /^[a-z_-][\w-]{0,60}$/i
const states = new Set(['hover', 'link', 'first-child', 'last-child', 'first-of-type', 'last-of-type'])

export const keptClass = (name: string) => classPrefix + name
export const keptId = (name: string) => idPrefix + name

/** An id counts for more than any class. */
const idWeight = 3

type Names = { classes: Set<string>; ids: Set<string> }

/** `:first-child`, `:nth-child(2n+1)` and the like; null for any other. */
function writeState({ name, children }: PseudoClassSelector): string | null {
  const state = name.toLowerCase()
  if (children === null) return states.has(state) ? `:${state}` : null
  const [nth] = children.toArray()
  if (!/^nth-(?:child|of-type)$/.test(state) || nth?.type !== 'Nth' || nth.selector) return null
  if (nth.nth.type === 'Identifier')
    return /^(?:even|odd)$/i.test(nth.nth.name) ? `:${state}(${nth.nth.name})` : null
  const { a, b } = nth.nth
  const step = a === null || a === undefined ? '' : `${a}n`
  const offset = b === null || b === undefined ? '' : `${step && Number(b) >= 0 ? '+' : ''}${Number(b)}`
  return /^(?:-?\d{1,4}n|-?n)?(?:[+-]?\d{1,4})?$/.test(step + offset) ? `:${state}(${step}${offset})` : null
}

/** `[class=a]` and `[class~=a]`, which older templates write for `.a`. */
function classOfAttribute({ name, matcher, value }: AttributeSelector): string | null {
  if (name.name.toLowerCase() !== 'class' || (matcher !== '=' && matcher !== '~=')) return null
  return value?.type === 'String' ? value.value : value?.type === 'Identifier' ? value.name : null
}

/** One part of a selector other than a type or combinator; null if it is not allowed. */
function writePart(node: CssNode, names: Names): string | null {
  if (node.type === 'PseudoClassSelector') return writeState(node)
  if (node.type === 'IdSelector') {
    if (!className.test(node.name)) return null
    names.ids.add(node.name)
    return `.${keptId(node.name)}`.repeat(idWeight)
  }
  const name =
    node.type === 'ClassSelector'
      ? node.name
      : node.type === 'AttributeSelector'
        ? classOfAttribute(node)
        : null
  if (name === null || !className.test(name)) return null
  names.classes.add(name)
  return `.${keptClass(name)}`
}

const page = new Set(['html', 'body'])

/** The selector below the scope; null if anything in it is not allowed. */
function writeSelector(selector: CssNode, known: Names): string | null {
  if (selector.type !== 'Selector') return null
  let out = ''
  let compounds = 1
  let isPage = false
  const named: Names = { classes: new Set(), ids: new Set() }
  for (const node of selector.children.toArray()) {
    if (node.type === 'Combinator' && /^[ >+~]$/.test(node.name)) {
      // What stands beside the message is not part of it.
      if (isPage && /[+~]/.test(node.name)) return null
      isPage = false
      compounds++
      out += node.name
    } else if (node.type === 'TypeSelector') {
      const name = node.name.toLowerCase()
      if (page.has(name)) {
        if (out !== '' && out !== `.${scopeClass} ` && out !== `.${scopeClass}>`) return null
        out = `.${scopeClass}`
        isPage = true
      } else if (name === '*' || tags.has(name)) out += name
      else return null
    } else {
      const part = writePart(node, named)
      if (part === null) return null
      out += part
    }
  }
  if (out === '' || compounds > limits.compounds) return null
  for (const name of named.classes) known.classes.add(name)
  for (const name of named.ids) known.ids.add(name)
  return out.startsWith(`.${scopeClass}`) ? out : `.${scopeClass} ${out}`
}

function writeDeclarations(rule: Rule): string {
  const kept: string[] = []
  for (const node of rule.block.children.toArray()) {
    if (node.type !== 'Declaration' || node.value.type !== 'Raw') continue
    const css = safeCss(`${node.property}:${node.value.value.replaceAll(';', ' ')}`)
    if (css !== '') kept.push(node.important ? `${css} !important` : css)
  }
  return kept.join(';')
}

const mediaQuery =
  /^(?:(?:only\s+)?(?:screen|all)|\(\s*(?:(?:min|max)-(?:device-)?width\s*:\s*\d{1,5}(?:\.\d{1,3})?(?:px|em|rem)|prefers-color-scheme\s*:\s*(?:light|dark)|orientation\s*:\s*(?:portrait|landscape))\s*\))(?:\s+and\s+\(\s*(?:(?:min|max)-(?:device-)?width\s*:\s*\d{1,5}(?:\.\d{1,3})?(?:px|em|rem)|prefers-color-scheme\s*:\s*(?:light|dark)|orientation\s*:\s*(?:portrait|landscape))\s*\)){0,4}$/i

type Output = Names & { css: string; rules: number }

function writeRule(rule: Rule, out: Output): string {
  if (rule.prelude.type !== 'SelectorList' || out.rules >= limits.rules) return ''
  const declarations = writeDeclarations(rule)
  if (declarations === '') return ''
  const selectors = rule.prelude.children
    .toArray()
    .slice(0, limits.selectors)
    .flatMap((selector) => writeSelector(selector, out) ?? [])
  if (selectors.length === 0) return ''
  out.rules++
  return `${selectors.join(',')}{${declarations}}`
}

function writeSheet(nodes: readonly CssNode[], out: Output): void {
  for (const node of nodes) {
    let css = ''
    if (node.type === 'Rule') css = writeRule(node, out)
    else if (node.type === 'Atrule' && node.name.toLowerCase() === 'media' && node.block) {
      const query = node.prelude?.type === 'Raw' ? node.prelude.value.trim().replace(/\s+/g, ' ') : ''
      if (!query.split(',').every((part) => mediaQuery.test(part.trim()))) continue
      const inner = node.block.children
        .toArray()
        .map((rule) => (rule.type === 'Rule' ? writeRule(rule, out) : ''))
      css = inner.join('') === '' ? '' : `@media ${query}{${inner.join('')}}`
    }
    if (out.css.length + css.length > limits.output) return
    out.css += css
  }
}

/** Only what these characters can spell is ever written into a style element. */
const harmless = /^[\w\s#.,:;{}()>+~%!*@/-]*$/

// The background of a page is behind everything, also behind the margins of its first and last element.
const colouredPage = new RegExp(`(?:^|[{},])\\.${scopeClass}(?:,[^{}]*)?\\{[^}]*background`)

function rewriteSheet(source: string): SafeSheet {
  try {
    const sheet = parse(source, { parseValue: false, parseAtrulePrelude: false, onParseError: () => {} })
    const out: Output = { css: '', rules: 0, classes: new Set(), ids: new Set() }
    if (sheet.type === 'StyleSheet') writeSheet(sheet.children.toArray(), out)
    if (colouredPage.test(out.css)) out.css = `.${scopeClass}{display:flow-root}${out.css}`
    return out.css !== '' && harmless.test(out.css) ? out : noSheet
  } catch {
    // Nested too deeply for the parser.
    return noSheet
  }
}

// The same newsletter is opened again and again.
const recent = new Map<string, SafeSheet>()
const maxRecent = 20

/** The style sheets of a document that may stay. */
export function readSafeSheet(html: string): SafeSheet {
  if (!/<style/i.test(html)) return noSheet
  const source = findStyleSheets(html)
  if (source.length > limits.source || source.trim() === '') return noSheet
  const known = recent.get(source)
  if (known) return known
  const sheet = rewriteSheet(source)
  if (recent.size >= maxRecent) recent.delete(recent.keys().next().value ?? '')
  recent.set(source, sheet)
  return sheet
}
