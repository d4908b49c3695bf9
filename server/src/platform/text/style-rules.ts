import type { CssNode, Rule as RuleNode } from 'css-tree'
import parse from 'css-tree/parser'
import { addDeclaration, type Declarations, isRelevant } from './css-declarations.ts'

// The rules of a mail's style sheets that decide whether text is visible, as a desktop browser applies them.

type AttributeTest = { name: string; operator: string | null; value: string }
export type Compound = { tag: string | null; id: string | null; classes: string[]; tests: AttributeTest[] }
export type StyleRule = {
  /** From the outermost element to the one that the rule is for. */
  compounds: Compound[]
  /** Whether the compound at this index must be the parent of the next, not just an ancestor. */
  isParent: boolean[]
  specificity: number
  declarations: Declarations
}

const maxSheetLength = 200_000
const maxRules = 1_000
const maxCompounds = 8
const viewportWidth = 1_024

function featureApplies(feature: string): boolean {
  const [name = '', value = ''] = feature.split(':').map((part) => part.trim())
  const pixels = Number.parseFloat(value) * (/r?em$/.test(value) ? 16 : 1)
  if (/^min-(?:device-)?width$/.test(name)) return pixels <= viewportWidth
  if (/^max-(?:device-)?width$/.test(name)) return pixels >= viewportWidth
  if (name === 'prefers-color-scheme') return value === 'light'
  if (name === '-webkit-min-device-pixel-ratio') return pixels <= 1
  return name === 'orientation' ? value === 'landscape' : false
}

/** Whether a media query list applies to a desktop screen. */
function mediaApplies(list: string): boolean {
  return list
    .toLowerCase()
    .slice(0, 1_000)
    .split(',')
    .some((query) => {
      const features = Array.from(query.matchAll(/\(([^()]*)\)/g), ([, feature = '']) => feature)
      const words = query
        .replace(/\([^()]*\)/g, ' ')
        .trim()
        .split(/\s+/)
      const type = words.find((word) => !['', 'only', 'and', 'not'].includes(word)) ?? 'all'
      const applies = (type === 'all' || type === 'screen') && features.every(featureApplies)
      return words[0] === 'not' ? !applies : applies
    })
}

/** The compounds of a selector; null for what depends on siblings or state. */
function readSelector(selector: CssNode): Omit<StyleRule, 'declarations'> | null {
  if (selector.type !== 'Selector') return null
  let current: Compound = { tag: null, id: null, classes: [], tests: [] }
  const compounds = [current]
  const isParent: boolean[] = []
  let specificity = 0
  for (const node of selector.children.toArray()) {
    if (node.type === 'Combinator') {
      if ((node.name !== ' ' && node.name !== '>') || compounds.length >= maxCompounds) return null
      current = { tag: null, id: null, classes: [], tests: [] }
      compounds.push(current)
      isParent.push(node.name === '>')
    } else if (node.type === 'TypeSelector') {
      if (node.name === '*') continue
      current.tag = node.name.toLowerCase()
      specificity += 1
    } else if (node.type === 'ClassSelector') {
      current.classes.push(node.name.toLowerCase())
      specificity += 1_000
    } else if (node.type === 'IdSelector') {
      current.id = node.name.toLowerCase()
      specificity += 1_000_000
    } else if (node.type === 'AttributeSelector') {
      const value = node.value?.type === 'String' ? node.value.value : (node.value?.name ?? '')
      current.tests.push({ name: node.name.name.toLowerCase(), operator: node.matcher, value })
      specificity += 1_000
    } else return null
  }
  return { compounds, isParent, specificity }
}

function readDeclarations(rule: RuleNode): Declarations {
  const found: Declarations = new Map()
  for (const node of rule.block.children.toArray()) {
    if (node.type !== 'Declaration' || !isRelevant(node.property.toLowerCase())) continue
    const value = node.value.type === 'Raw' ? node.value.value.trim().toLowerCase() : ''
    addDeclaration(found, node.property.toLowerCase(), value, node.important !== false)
  }
  return found
}

function collectRules(nodes: readonly CssNode[], into: StyleRule[]): void {
  for (const node of nodes) {
    if (into.length >= maxRules) return
    if (node.type === 'Atrule' && node.name.toLowerCase() === 'media' && node.block) {
      const query = node.prelude?.type === 'Raw' ? node.prelude.value : ''
      if (mediaApplies(query)) collectRules(node.block.children.toArray(), into)
    }
    if (node.type !== 'Rule' || node.prelude.type !== 'SelectorList') continue
    const declarations = readDeclarations(node)
    if (declarations.size === 0) continue
    for (const selector of node.prelude.children.toArray()) {
      const read = readSelector(selector)
      if (read && into.length < maxRules) into.push({ ...read, declarations })
    }
  }
}

// The mails of one sender share their sheets, and the parser takes half a millisecond for the smallest.
const recent = new Map<string, StyleRule[]>()
const maxRecent = 20
const maxRecentLength = 50_000

/** Reads the rules of a style sheet; a sheet that cannot be read has none. */
export function readStyleRules(css: string): StyleRule[] {
  const known = recent.get(css)
  if (known) return known
  const rules = parseRules(css)
  if (css.length > maxRecentLength) return rules
  if (recent.size >= maxRecent) recent.delete(recent.keys().next().value ?? '')
  recent.set(css, rules)
  return rules
}

function parseRules(css: string): StyleRule[] {
  const rules: StyleRule[] = []
  try {
    const sheet = parse(css.slice(0, maxSheetLength), {
      parseValue: false,
      parseAtrulePrelude: false,
      onParseError: () => {},
    })
    if (sheet.type === 'StyleSheet') collectRules(sheet.children.toArray(), rules)
  } catch {
    // Nested too deeply for the parser.
  }
  return rules
}

/** The content of the style elements of a document, without those in comments. */
export function findStyleSheets(html: string): string {
  let found = ''
  const opening = /<!--|<style(?=[\s>/])/gi
  for (let match = opening.exec(html); match && found.length < maxSheetLength; match = opening.exec(html)) {
    if (match[0] === '<!--') {
      const end = html.indexOf('-->', match.index + 4)
      if (end < 0) break
      opening.lastIndex = end + 3
      continue
    }
    const start = html.indexOf('>', match.index)
    if (start < 0) break
    const ending = /<\/style/gi
    ending.lastIndex = start
    const end = ending.exec(html)?.index ?? html.length
    const media = /\smedia\s*=\s*["']?([^"'>]*)/i.exec(
      html.slice(match.index, Math.min(start, match.index + 500)),
    )
    if (!media?.[1] || mediaApplies(media[1])) found += `${html.slice(start + 1, end)}\n`
    opening.lastIndex = end
  }
  return found
}
