import { wordsOf } from '../../../platform/text/fold.ts'
import type { SearchNode } from './search-node.ts'
import { readTerms, searchFault, type Term } from './search-terms.ts'
import type { Weight } from './search-vector.ts'

// words "a phrase" prefix* from: to: subject: has:attachment is:unread|read|flagged|starred in:folder
// before:2026-11-15 after:7d larger:5m smaller:100k -not a OR b. All terms must match; OR joins its two neighbours.

const maxCharacters = 1_000
const maxTerms = 50
const defaultWeights = ['A', 'B', 'C'] as const

type Operator = (term: Term, now: Date) => SearchNode

function textNode({ at, value, quoted, operator }: Term, weights: readonly Weight[]): SearchNode | undefined {
  const words = wordsOf(value)
  if (words.length > 0) return { kind: 'text', words, prefix: !quoted && value.endsWith('*'), weights }
  if (operator) throw searchFault(at, `${operator}: needs a value with letters or digits`)
  return undefined
}

const fieldTerm =
  (weight: Weight): Operator =>
  (term) =>
    textNode(term, [weight]) as SearchNode

const choiceTerm =
  (nodes: Record<string, SearchNode>): Operator =>
  ({ at, operator, value }) => {
    const name = value.toLowerCase()
    const node = Object.hasOwn(nodes, name) ? nodes[name] : undefined
    if (!node) throw searchFault(at, `${operator}: must be one of ${Object.keys(nodes).join(', ')}`)
    return node
  }

const dayMs = 24 * 3600 * 1000
const unitDays: Record<string, number> = { d: 1, w: 7, m: 30, y: 365 }
const relative = /^(\d{1,5})([dwmy])$/i

function parseTime(value: string, now: Date): string | undefined {
  const ago = relative.exec(value)
  const time = ago
    ? now.getTime() - Number(ago[1]) * (unitDays[(ago[2] ?? '').toLowerCase()] ?? 0) * dayMs
    : Date.parse(/^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00.000Z` : '')
  const date = new Date(time)
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1000) return undefined
  // Date.parse accepts 30 February.
  return ago || date.toISOString().startsWith(value) ? date.toISOString() : undefined
}

const dateTerm =
  (side: 'before' | 'after'): Operator =>
  ({ at, value }, now) => {
    const time = parseTime(value, now)
    if (time === undefined)
      throw searchFault(at, `${side}: must be a day like 2026-11-15 or a period like 7d`)
    return { kind: 'date', side, at: time }
  }

const sizePattern = /^(\d{1,9})([km]?)b?$/i
const sizeTerm =
  (side: 'larger' | 'smaller'): Operator =>
  ({ at, value }) => {
    const [, digits, unit = ''] = sizePattern.exec(value) ?? []
    const bytes = Number(digits) * { '': 1, k: 1024, m: 1024 * 1024 }[unit.toLowerCase() as '' | 'k' | 'm']
    if (digits === undefined) throw searchFault(at, `${side}: must be a size like 500k or 5m`)
    return { kind: 'size', side, bytes: Math.min(bytes, 2 ** 31 - 1) }
  }

const flag = (column: 'seen' | 'flagged' | 'attachments', value = true): SearchNode => ({
  kind: 'flag',
  column,
  value,
})

const operators = new Map<string, Operator>([
  ['from', fieldTerm('B')],
  ['to', fieldTerm('D')],
  ['subject', fieldTerm('A')],
  ['has', choiceTerm({ attachment: flag('attachments'), attachments: flag('attachments') })],
  [
    'is',
    choiceTerm({
      unread: flag('seen', false),
      read: flag('seen'),
      flagged: flag('flagged'),
      starred: flag('flagged'),
      unflagged: flag('flagged', false),
    }),
  ],
  ['in', ({ value }) => ({ kind: 'folder', name: value })],
  ['before', dateTerm('before')],
  ['after', dateTerm('after')],
  ['larger', sizeTerm('larger')],
  ['smaller', sizeTerm('smaller')],
])

function toNode(term: Term, now: Date): SearchNode | undefined {
  const make = term.operator === undefined ? undefined : operators.get(term.operator)
  if (term.operator !== undefined && !make)
    throw searchFault(
      term.at,
      `unknown operator ${term.operator}: put quotation marks around the text to search for it`,
    )
  const node = make ? make(term, now) : textNode(term, defaultWeights)
  return node && term.not ? { kind: 'not', part: node } : node
}

const isOr = ({ value, quoted, operator, not }: Term) => value === 'OR' && !quoted && !operator && !not

/** Groups of alternatives, all of which must match. Terms without letters and digits are ignored. */
function groupTerms(terms: Term[], now: Date): SearchNode[][] {
  const groups: SearchNode[][] = []
  let joins = false
  terms.forEach((term, i) => {
    if (isOr(term)) {
      const next = terms[i + 1]
      if (i === 0 || !next || isOr(next)) throw searchFault(term.at, 'OR must be between two terms')
      joins = true
      return
    }
    const node = toNode(term, now)
    const last = groups.at(-1)
    if (node && joins && last) last.push(node)
    else if (node) groups.push([node])
    joins = false
  })
  return groups
}

/** Parses a query; undefined when it is empty. Throws only faults that name the position. */
export function parseSearch(q: string, now: Date): SearchNode | undefined {
  if (q.length > maxCharacters)
    throw searchFault(maxCharacters, `a search can have at most ${maxCharacters} characters`)
  const terms = readTerms(q)
  if (terms.length > maxTerms)
    throw searchFault(terms[maxTerms]?.at ?? 0, `a search can have at most ${maxTerms} terms`)
  const parts = groupTerms(terms, now).map(
    (group): SearchNode => (group.length === 1 ? (group[0] as SearchNode) : { kind: 'or', parts: group }),
  )
  if (parts.length === 0) return undefined
  return parts.length === 1 ? parts[0] : { kind: 'and', parts }
}
