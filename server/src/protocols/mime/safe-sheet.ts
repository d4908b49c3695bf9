import type { CssNode, Rule } from 'css-tree'
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

/** `css` is empty without a usable rule; `classes` are those that it names. */
export type SafeSheet = { css: string; classes: ReadonlySet<string> }

const noSheet: SafeSheet = { css: '', classes: new Set() }
const limits = { source: 100_000, output: 60_000, rules: 1_500, compounds: 6, selectors: 30 }

const tags = new Set(allowedTags)
const className = /^[a-z_-][\w-]{0,60}$/i
const states = new Set(['hover', 'link', 'first-child', 'last-child'])

export const keptClass = (name: string) => classPrefix + name

const page = new Set(['html', 'body'])

/** The selector below the scope; null if anything in it is not allowed. */
function writeSelector(selector: CssNode, classes: Set<string>): string | null {
  if (selector.type !== 'Selector') return null
  let out = ''
  let compounds = 1
  let isPage = false
  const named: string[] = []
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
    } else if (node.type === 'ClassSelector' && className.test(node.name)) {
      out += `.${keptClass(node.name)}`
      named.push(node.name)
    } else if (
      node.type === 'PseudoClassSelector' &&
      node.children === null &&
      states.has(node.name.toLowerCase())
    )
      out += `:${node.name.toLowerCase()}`
    else return null
  }
  if (out === '' || compounds > limits.compounds) return null
  for (const name of named) classes.add(name)
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

type Output = { css: string; rules: number; classes: Set<string> }

function writeRule(rule: Rule, out: Output): string {
  if (rule.prelude.type !== 'SelectorList' || out.rules >= limits.rules) return ''
  const declarations = writeDeclarations(rule)
  if (declarations === '') return ''
  const selectors = rule.prelude.children
    .toArray()
    .slice(0, limits.selectors)
    .flatMap((selector) => writeSelector(selector, out.classes) ?? [])
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

function rewriteSheet(source: string): SafeSheet {
  try {
    const sheet = parse(source, { parseValue: false, parseAtrulePrelude: false, onParseError: () => {} })
    const out: Output = { css: '', rules: 0, classes: new Set() }
    if (sheet.type === 'StyleSheet') writeSheet(sheet.children.toArray(), out)
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
