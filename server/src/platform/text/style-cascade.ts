import { type Declarations, readStyle } from './css-declarations.ts'
import { type Compound, findStyleSheets, readStyleRules, type StyleRule } from './style-rules.ts'

export type StyledElement = {
  name: string
  id: string
  classes: readonly string[]
  attributes: Record<string, string>
}

const noClasses: readonly string[] = []
const none: Declarations = new Map()

// One step is one comparison of a rule with an element. A mail that needs more is shown without its sheets.
const maxSteps = 3_000_000
const maxCachedStyles = 2_000

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

/** Finds the declarations that apply to an element, from style sheets and its style attribute. */
export function createCascade(html: string) {
  const sheets = html.includes('<style') || /<style/i.test(html) ? findStyleSheets(html) : ''
  const rules = sheets === '' ? [] : readStyleRules(sheets)
  const byKey = new Map<string, { rule: StyleRule; order: number }[]>()
  rules.forEach((rule, order) => {
    const last = rule.compounds[rule.compounds.length - 1] as Compound
    const key = last.id ? `#${last.id}` : last.classes[0] ? `.${last.classes[0]}` : (last.tag ?? '*')
    const same = byKey.get(key)
    if (same) same.push({ rule, order })
    else byKey.set(key, [{ rule, order }])
  })
  const styles = new Map<string, Declarations>()
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

  const cachedStyle = (style: string): Declarations => {
    const known = styles.get(style)
    if (known) return known
    const read = readStyle(style)
    if (styles.size < maxCachedStyles) styles.set(style, read)
    return read
  }

  return {
    hasRules: rules.length > 0,
    /** `stack` holds the ancestors of the element, outermost first. */
    declarations(
      element: StyledElement,
      stack: readonly StyledElement[],
      style: string | undefined,
    ): Declarations {
      const inline = style ? cachedStyle(style) : none
      if (rules.length === 0 || steps > maxSteps) return inline
      const found: { rule: StyleRule; order: number }[] = []
      const collect = (key: string) => {
        for (const entry of byKey.get(key) ?? []) if (matches(entry.rule, element, stack)) found.push(entry)
      }
      collect('*')
      collect(element.name)
      if (element.id !== '') collect(`#${element.id}`)
      for (const name of element.classes) collect(`.${name}`)
      if (found.length === 0) return inline
      found.sort((a, b) => a.rule.specificity - b.rule.specificity || a.order - b.order)
      const merged: Declarations = new Map()
      for (const declarations of [...found.map(({ rule }) => rule.declarations), inline])
        for (const [name, declaration] of declarations)
          if (declaration.important || !merged.get(name)?.important) merged.set(name, declaration)
      return merged
    },
  }
}
