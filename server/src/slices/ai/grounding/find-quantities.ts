import { add, type Match, matchesIn, rangeOf, type Scan } from './matches.ts'
import { digits, number, readNumber, words } from './numbers.ts'
import type { Reading, StatementKind } from './types.ts'

const currencies: readonly (readonly [code: string, pattern: string])[] = [
  ['EUR', '€|euros?\\b|eur\\b'],
  ['USD', '\\$|us\\$|dollars?\\b|usd\\b'],
  ['GBP', '£|pounds?(?: sterling)?\\b|livres? sterling\\b|gbp\\b'],
  ['CHF', 'chf\\b|francs? suisses?\\b|swiss francs?\\b'],
  ['JPY', '¥|yens?\\b|jpy\\b'],
]
const currency = `(?:${currencies.map(([, pattern]) => pattern).join('|')})`
const codeOf = (text: string) =>
  currencies.find(([, pattern]) => new RegExp(`^(?:${pattern})$`).test(text))?.[0] ?? text
const scale = "(?<k> ?(?:k|m)(?![a-z])| (?:thousand|million|mille)s?(?: d[e'])?)?"
const scaleOf = (text: string | undefined) =>
  text === undefined ? 1 : /m(?!ille\b|illes\b)/.test(text.trim()) ? 1_000_000 : 1000

const number_ = `(?<![\\w.,]|\\d )(?<n>${number})`
const before = new RegExp(`(?<!\\w)(?<c>${currency}) ?(?<n>${digits})${scale}(?!\\w)`, 'gd')
const after = new RegExp(`${number_}${scale} ?(?<c>${currency})`, 'gd')
const percent = new RegExp(`${number_} ?(?<c>%|per ?cent\\b|pour cent\\b|p\\. ?100)`, 'gd')
const half =
  /(?<!\w)(?:half(?: (?:the|of the))?(?: (?:price|amount|fee|cost))|half off|(?:la )?moitie(?: prix)?)\b/dg

const spans: readonly (readonly [pattern: string, unit: string, factor: number])[] = [
  ['(?:working|business|week) ?days?|jours? (?:ouvr(?:es?|ables?)|travailles)', 'working days', 1],
  ['minutes?|mins?\\b|mn', 'minutes', 1],
  ['hours?|hrs?|heures?|h', 'minutes', 60],
  ['days?|jours?|nuits?|nights?', 'minutes', 1440],
  ['weeks?|semaines?', 'minutes', 10080],
  ['fortnights?', 'minutes', 20160],
  ['months?|mois', 'months', 1],
  ['quarters?|trimestres?', 'months', 3],
  ['years?|ans?|annees?', 'months', 12],
]
const anySpan = `(?:${spans.map(([pattern]) => pattern).join('|')})`
const duration = new RegExp(
  `${number_}(?: ?(?:-|to|a|ou|or|et|and) ?(?<n2>${number}))?[ -]?(?<c>${anySpan})(?!\\w)(?: old)?`,
  'gd',
)
// "€18 a day" says how often; "within a day" says how long.
const single = new RegExp(
  `(?<!\\w)(?:within|in|after|for|during|about) (?:an?|the) (?<c>${anySpan})(?!\\w)`,
  'gd',
)

const measures: readonly (readonly [pattern: string, unit: string])[] = [
  ['kg|kilos?|kilogram(?:me)?s?', 'kg'],
  ['mg|milligram(?:me)?s?', 'mg'],
  ['g|gram(?:me)?s?', 'g'],
  ['km|kilomet(?:re|er)s?', 'km'],
  ['cm|centimet(?:re|er)s?', 'cm'],
  ['mm|millimet(?:re|er)s?', 'mm'],
  ['m²|m2|sq\\.? ?m|metres? carres?|square met(?:re|er)s?', 'm2'],
  ['m|met(?:re|er)s?', 'm'],
  ['ml', 'ml'],
  ['cl', 'cl'],
  ['l|lit(?:re|er)s?', 'l'],
  ['kwh', 'kwh'],
  ['kw', 'kw'],
  ['w|watts?', 'w'],
  ['v|volts?', 'v'],
  ['gb|go', 'gb'],
  ['mb|mo', 'mb'],
]
const measure = new RegExp(
  `${number_} ?(?<c>${measures.map(([pattern]) => pattern).join('|')})(?![\\w²])`,
  'gd',
)
const plain = new RegExp(`(?<![\\w.,/]|\\w-|\\d )(?<n>${digits})(?![\\w²/]|[.,]\\d)`, 'gd')
const spelled = new RegExp(`(?<![\\w-])(?<n>${words})(?![\\w-])`, 'gd')
// Words that are numbers and something else: "one of you", "un globe neuf", "cent".
const ambiguous = /^(?:one|un|une|neuf|cent|cents|mille|six cent)$/

const unitOf = (table: readonly (readonly [string, string, ...unknown[]])[], text: string) =>
  table.find(([pattern]) => new RegExp(`^(?:${pattern})$`).test(text))

const valuesOf = (match: Match, group = 'n') => readNumber(match.groups?.[group] ?? '')
const keys = (values: number[], unit: string): Reading[] =>
  values.map((value) => ({ key: `${unit} ${value}` }))

function addAll(scan: Scan, kind: StatementKind, pattern: RegExp, read: (match: Match) => Reading[]) {
  for (const match of matchesIn(scan, pattern)) {
    const [start, end] = rangeOf(match, 0)
    add(scan, {
      kind,
      start,
      end: start + scan.folded.slice(start, end).trimEnd().length,
      readings: read(match),
    })
  }
}

function readDuration(match: Match, group = 'n'): Reading[] {
  const [, unit, factor] =
    spans.find(([pattern]) => new RegExp(`^(?:${pattern})$`).test(match.groups?.c ?? '')) ?? []
  if (unit === undefined || factor === undefined) return []
  const values = match.groups?.[group] === undefined ? [1] : valuesOf(match, group)
  return values.map((value) => ({ key: `${unit} ${value * factor}` }))
}

/** "3 to 5 days" is two durations in one place: both must stand somewhere. */
function addDurations(scan: Scan) {
  for (const match of matchesIn(scan, duration)) {
    const [start, end] = rangeOf(match, 0)
    if (match.groups?.n2 === undefined) {
      if (/^(?:un|one|une) (?:jour|day|nuit)$/.test(match[0])) continue
      add(scan, { kind: 'duration', start, end, readings: readDuration(match) })
      continue
    }
    const [from, to] = rangeOf(match, 'n')
    const [second] = rangeOf(match, 'n2')
    add(scan, { kind: 'duration', start: from, end: to, readings: readDuration(match) })
    add(scan, { kind: 'duration', start: second, end, readings: readDuration(match, 'n2') })
  }
  addAll(scan, 'duration', single, (match) => readDuration(match, 'none'))
}

export function findMoney(scan: Scan) {
  const read = (match: Match) =>
    // Money has no thousandths: 11,290 is eleven thousand.
    keys(
      valuesOf(match)
        .slice(0, 1)
        .map((value) => value * scaleOf(match.groups?.k)),
      codeOf(match.groups?.c ?? ''),
    )
  addAll(scan, 'amount', before, read)
  addAll(scan, 'amount', after, read)
  addAll(scan, 'percentage', percent, (match) => keys(valuesOf(match), 'percent'))
  addAll(scan, 'percentage', half, () => [{ key: 'percent 50' }])
}

export function findDurations(scan: Scan) {
  addDurations(scan)
  addAll(scan, 'number', measure, (match) =>
    keys(valuesOf(match), unitOf(measures, match.groups?.c ?? '')?.[1] ?? ''),
  )
}

/** Numbers that are nothing more special. List markers at the start of a line are left out. */
export function findNumbers(scan: Scan) {
  for (const match of matchesIn(scan, plain)) {
    const [start, end] = rangeOf(match, 'n')
    const before = scan.folded.slice(Math.max(0, start - 8), start)
    if (/^\s*$|\n\s*$/.test(before) && /^[.)]\s/.test(scan.folded.slice(end, end + 2))) continue
    add(scan, { kind: 'number', start, end, readings: keys(valuesOf(match), 'number') })
  }
  for (const match of matchesIn(scan, spelled)) {
    if (ambiguous.test(match[0])) continue
    const [start, end] = rangeOf(match, 'n')
    add(scan, { kind: 'number', start, end, readings: keys(valuesOf(match), 'number') })
  }
}
