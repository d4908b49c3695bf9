import { parseDay } from './calendar.ts'
import { hostOf } from './find-contacts.ts'
import { findPromises } from './find-promises.ts'
import { normaliseCode } from './find-references.ts'
import { findStatements } from './find-statements.ts'
import { nameFinder } from './match-name.ts'
import { sourceWords } from './promise-words.ts'
import type { Mention, Reading, Source } from './types.ts'

type Range = readonly [start: number, end: number]

export type IndexedSource = Source & {
  find(mention: Mention): Range | undefined
  findPromise(concept: string): Range | undefined
}

const currencies = /^(?:EUR|USD|GBP|CHF|JPY) /
const rateColumn = /(?:rate|percent|discount|remise|taux|tva|vat|%|deposit|acompte)[^:;\n]*: ?$/

/** Other ways in which a value of the text may stand in a source. */
function keysFor({ key }: { key: string }): string[] {
  const [unit = '', value = ''] = key.split(/ (?=[\d.]+$)/)
  if (currencies.test(`${unit} `)) return [key, `bare ${value}`]
  if (unit === 'percent') return [key, `rate ${value}`]
  if (unit === 'number')
    return [key, ...['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'any', 'percent'].map((each) => `${each} ${value}`)]
  if (key.startsWith('weekday') || unit === 'time' || unit === 'minutes') return [key]
  return value === '' ? [key] : [key, `bare ${value}`]
}

/** A value of the text is founded if the source says the same or something more exact. */
function covers([from, to]: Days, { days, isCertain }: DayEntry): boolean {
  if (days[0] < from || days[1] > to) return false
  // "This week" is not founded by a Tuesday that may be of any week.
  return isCertain || from === to || (days[0] === from && days[1] === to)
}

type Days = readonly [from: number, to: number]
type DayEntry = { range: Range; days: Days; isCertain: boolean }

function addBare(
  source: Source,
  folded: string,
  { start, end, readings }: Mention,
  byKey: Map<string, Range>,
) {
  const range: Range = [start, end]
  const before = folded.slice(Math.max(0, start - 40), start)
  const standsAlone = source.kind === 'row' && /[:;|]\s*$/.test(before)
  const hasCents = /[.,]\d\d$/.test(source.text.slice(start, end))
  const isPrice = /\b(?:total|price|prix|amount|montant|cost|tarif|fee|loyer|somme)\b[^.;\n]{0,20}$/.test(
    before,
  )
  for (const reading of readings) {
    if (!('key' in reading)) continue
    const value = reading.key.replace('number ', '')
    if (standsAlone || hasCents || isPrice) setOnce(byKey, `bare ${value}`, range)
    if (source.kind === 'row' && rateColumn.test(before)) setOnce(byKey, `rate ${value}`, range)
  }
}

const setOnce = (map: Map<string, Range>, key: string, range: Range) => {
  if (!map.has(key)) map.set(key, range)
}

/** Codes are compared without punctuation; where each character came from is kept. */
function codeFinder(folded: string) {
  const places: number[] = []
  let plain = ''
  for (let at = 0; at < folded.length; at++)
    if (/[a-z0-9]/.test(folded.charAt(at))) {
      plain += folded.charAt(at)
      places.push(at)
    }
  const isInside = (at: number | undefined) => at !== undefined && /[a-z0-9]/.test(folded.charAt(at))
  return (code: string): Range | undefined => {
    for (let at = plain.indexOf(code); at !== -1; at = plain.indexOf(code, at + 1)) {
      const start = places[at] ?? 0
      const end = (places[at + code.length - 1] ?? 0) + 1
      if (!isInside(start - 1) && !isInside(end) && !/[.!?]\s/.test(folded.slice(start, end)))
        return [start, end]
    }
    return undefined
  }
}

export function indexSource(source: Source, today: number): IndexedSource {
  const found = findStatements(source.text, source.date ? parseDay(source.date) : today)
  const { mentions, folded } = found
  const founding = [...found.promises, ...findPromises(found, sourceWords)]
  const byKey = new Map<string, Range>()
  const days: DayEntry[] = []
  for (const mention of mentions) {
    const range: Range = [mention.start, mention.end]
    for (const reading of mention.readings) {
      if ('days' in reading)
        days.push({ range, days: reading.days, isCertain: mention.readings.length === 1 })
      else setOnce(byKey, reading.key, range)
    }
    if (mention.kind === 'number') addBare(source, folded, mention, byKey)
    if (mention.kind === 'link') setOnce(byKey, `link ${hostOf(source.text.slice(...range))}`, range)
  }
  for (const match of folded.matchAll(/(?<!\d)(?:19|20)\d\d(?!\d)/g))
    setOnce(byKey, `number ${match[0]}`, [match.index, match.index + 4])
  const findCode = codeFinder(folded)
  const findName = nameFinder(source.text, folded)

  const findReading = (reading: Reading): Range | undefined => {
    if ('days' in reading) return days.find((entry) => covers(reading.days, entry))?.range
    const { key } = reading
    if (key.startsWith('code ')) return findCode(normaliseCode(key.slice(5)))
    if (key.startsWith('address ')) return findCode(normaliseCode(key.slice(8)))
    if (key.startsWith('name ')) return findName(key.slice(5))
    for (const each of keysFor(reading)) {
      const range = byKey.get(each)
      if (range) return range
    }
    return undefined
  }
  return {
    ...source,
    find: ({ readings }) => {
      for (const reading of readings) {
        const range = findReading(reading)
        if (range) return range
      }
      return undefined
    },
    findPromise: (concept) => {
      const promise = founding.find((each) => each.concept === concept)
      return promise && [promise.start, promise.end]
    },
  }
}
