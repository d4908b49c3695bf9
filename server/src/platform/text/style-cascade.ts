import { type Declarations, readStyle } from './css-declarations.ts'
import { type Compound, findStyleSheets, readStyleRules, type StyleRule } from './style-rules.ts'

export type StyledElement = {
  name: string
  id: string
  classes: readonly string[]
  attributes: Record<string, string>
}

export const noClasses: readonly string[] = []
const none: Declarations = new Map()

// One step is one comparison of a rule with an element. A mail that needs more is shown without its sheets.
const maxSteps = 3_000_000
const maxCachedStyles = 2_000
const maxCachedLength = 500

function passesTest(
  { name, operator, value }: Compound['tests'][number],
  { attributes }: StyledElement,
): boolean {
  const found = Object.hasOwn(attributes, name) ? attributes[name]?.slice(0, 1_000) : undefined
  if (found === undefined) return false
  if (operator === null) return true
  if (operator === '=') return found === value
  if (value === '') return false
  if (operator === '~=') return found.split(/\s+/).includes(value)
  if (operator === '^=') return found.startsWith(value)
  if (operator === '$=') return found.endsWith(value)
  return operator === '*=' ? found.includes(value) : found === value || found.startsWith(`${value}-`)
}

const matchesCompound = ({ tag, id, classes, tests }: Compound, element: StyledElement) =>
  (tag === null || tag === element.name) &&
  (id === null || id === element.id) &&
  classes.every((name) => element.classes.includes(name)) &&
  tests.every((test) => passesTest(test, element))

export const readClasses = (value: string | undefined): readonly string[] =>
  value ? value.slice(0, 1_000).toLowerCase().split(/\s+/).slice(0, 50) : noClasses

// Mails repeat their style attributes, and the mails of one sender share them.
const styles = new Map<string, Declarations>()

function cachedStyle(style: string): Declarations {
  const known = styles.get(style)
  if (known) return known
  const read = readStyle(style)
  if (style.length > maxCachedLength) return read
  if (styles.size >= maxCachedStyles) styles.clear()
  // A copy: a part of a string would keep the whole mail in memory.
  styles.set(Buffer.from(style, 'utf16le').toString('utf16le'), read)
  return read
}

/** A rule, its position in the sheets, and what it gives together with a style attribute, if no other rule applies. */
type Entry = { rule: StyleRule; order: number; merged: Map<string, Declarations> }

/** The rules by what their last compound demands, so that few have to be compared with an element. */
function indexRules(rules: readonly StyleRule[]) {
  const index = {
    ids: new Map<string, Entry[]>(),
    classes: new Map<string, Entry[]>(),
    tags: new Map<string, Entry[]>(),
  }
  rules.forEach((rule, order) => {
    const { id, classes, tag } = rule.compounds[rule.compounds.length - 1] as Compound
    const [first] = classes
    const [map, key] = id ? [index.ids, id] : first ? [index.classes, first] : [index.tags, tag ?? '*']
    const entry = { rule, order, merged: new Map() }
    const same = map.get(key)
    if (same) same.push(entry)
    else map.set(key, [entry])
  })
  return { ...index, any: index.tags.get('*') }
}

/** Finds the declarations that apply to an element, from style sheets and its style attribute. */
export function createCascade(html: string) {
  const sheets = html.includes('<style') || /<style/i.test(html) ? findStyleSheets(html) : ''
  const rules = sheets === '' ? [] : readStyleRules(sheets)
  const { ids, classes, tags, any } = indexRules(rules)
  let steps = 0

  function matches(
    { compounds, isParent }: StyleRule,
    element: StyledElement,
    stack: readonly StyledElement[],
  ) {
    let at = compounds.length - 1
    steps++
    if (!matchesCompound(compounds[at] as Compound, element)) return false
    let up = stack.length - 1
    for (at--; at >= 0; at--) {
      const compound = compounds[at] as Compound
      for (; up >= 0; up--) {
        steps++
        if (matchesCompound(compound, stack[up] as StyledElement)) break
        if (isParent[at]) return false
      }
      if (up < 0) return false
      up--
    }
    return true
  }

  const merges = new Map<string, Declarations>()

  function matching(element: StyledElement, stack: readonly StyledElement[]): Entry[] | null {
    let found: Entry[] | null = null
    const collect = (entries: readonly Entry[] | undefined) => {
      if (!entries) return
      for (const entry of entries) {
        if (!matches(entry.rule, element, stack)) continue
        if (found) found.push(entry)
        else found = [entry]
      }
    }
    collect(any)
    collect(tags.get(element.name))
    if (element.id !== '') collect(ids.get(element.id))
    for (const name of element.classes) collect(classes.get(name))
    return found
  }

  function merge(found: Entry[], style: string): Declarations {
    found.sort((a, b) => a.rule.specificity - b.rule.specificity || a.order - b.order)
    const [only] = found
    const isOnly = only !== undefined && found.length === 1
    const known = isOnly ? only.merged : merges
    const key = isOnly ? style : `${found.map(({ order }) => order).join()} ${style}`
    const earlier = known.get(key)
    if (earlier) return earlier
    const merged: Declarations = new Map()
    const add = (declarations: Declarations) => {
      for (const [name, declaration] of declarations)
        if (declaration.important || !merged.get(name)?.important) merged.set(name, declaration)
    }
    for (const { rule } of found) add(rule.declarations)
    add(style ? cachedStyle(style) : none)
    if (known.size < maxCachedStyles) known.set(key, merged)
    return merged
  }

  return {
    hasRules: rules.length > 0,
    /** `stack` holds the ancestors of the element, outermost first. */
    declarations(element: StyledElement, stack: readonly StyledElement[]): Declarations {
      const style = element.attributes.style ?? ''
      const found = rules.length === 0 || steps > maxSteps ? null : matching(element, stack)
      if (found) return merge(found, style)
      return style ? cachedStyle(style) : none
    },
  }
}
