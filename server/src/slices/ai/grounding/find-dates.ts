import { dayOf, monthRange, parseDay, partsOf, weekdayOf } from './calendar.ts'
import { fullMonth, fullWeekday, month, months, seasons, weekday, weekdays } from './date-words.ts'
import { findPeriods } from './find-periods.ts'
import { add, type Match, matchesIn, rangeOf, type Scan, take } from './matches.ts'
import type { Reading } from './types.ts'

const ordinal = '(?:er|st|nd|rd|th)?'
const year = '(?:19|20)\\d\\d'
const flags = 'gd'
const edge = '(?![\\w])'

const iso = new RegExp(
  `(?<![\\w/.-])(?<y>${year})-(?<m>\\d\\d)-(?<d>\\d\\d)(?:[t ]\\d\\d:\\d\\d(?::\\d\\d)?(?:\\.\\d+)?z?)?${edge}`,
  flags,
)
const range = new RegExp(
  `(?<![\\w/.,])(?:${weekday}\\.?,? )?(?<d1>\\d{1,2})${ordinal} ?(?:-|to|au|et|and|until|a|through) ?(?:the |le )?(?=(?:${weekday}\\.?,? )?\\d{1,2}${ordinal} (?:of )?(?<m>${month})\\b\\.?,?(?: (?<y>${year}))?)`,
  flags,
)
const dayFirst = new RegExp(
  `(?<![\\w/.,])(?:(?<w>${weekday})\\.?,? )?(?:(?:le|the) )?(?<d>\\d{1,2})${ordinal} (?:of |de )?(?<m>${month})\\b\\.?(?:,? (?<y>${year}))?${edge}`,
  flags,
)
const monthFirst = new RegExp(
  `(?<!\\w)(?:(?<w>${weekday})\\.?,? )?(?<m>${month})\\.? (?:the )?(?<d>\\d{1,2})${ordinal}(?![\\w:%€]| ?(?:h|heures|am|pm|euros?)\\b)(?:,? (?<y>${year}))?${edge}`,
  flags,
)
const numeric =
  /(?<![\w/.,-])(?:(?<w>lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|monday|tuesday|wednesday|thursday|friday|saturday|sunday),? )?(?:le )?(?<a>\d{1,2})(?<s>[/.-])(?<b>\d{1,2})(?:\k<s>(?<y>\d{4}|\d{2}))?(?![\w/-]|[.,]\d)/dg
const monthYear = new RegExp(`(?<!\\w)(?<m>${fullMonth}|${month}\\.?) (?:of )?(?<y>${year})${edge}`, flags)
const season = new RegExp(
  `(?<!\\w)(?<n>${Object.keys(seasons).join('|')}) (?:of |de )?(?<y>${year})${edge}`,
  flags,
)
const weekdayAndDay = new RegExp(
  `(?<!\\w)(?<w>${fullWeekday})s? (?:the |le )?(?<d>\\d{1,2})${ordinal}(?![\\w:%€]|[.,]\\d| ?(?:h|heures|am|pm|euros?|a\\.m|p\\.m)\\b)`,
  flags,
)
const bareWeekday = new RegExp(
  `(?<!\\w)(?:(?<r>next|last|this|coming) )?(?<w>${fullWeekday})s?(?: (?<q>prochain|dernier|suivant|next))?${edge}`,
  flags,
)
const bareMonth = new RegExp(
  `(?<!\\w)(?:(?:in|of|since|until|by|early|late|mid|end of|en|fin|debut|mi|courant|d'ici|depuis|au mois de|mois de|de|pour|sent in)[ -])(?<p>)(?<m>${fullMonth})${edge}`,
  flags,
)
const dayOfMonth =
  /(?<!\w)(?:(?:le|du|au|jusqu'au|d'ici le)\s)(?<d>\d{1,2})(?:er)?(?=[.,;!?)]*(?:\s|$))(?!\s(?:h|heures|euros?|%|€|rue|avenue|place|boulevard|kg|km|m|jours?|mois|ans?|pieces|personnes)\b|\s[€%])|(?<!\w)the (?<t>\d{1,2})(?:st|nd|rd|th)(?!\w| (?:floor|century|time|page|edition|birthday))/dg

const same = (day: number): Reading => ({ days: [day, day] })
const nameOf = (match: Match, group: string) => match.groups?.[group]?.replace('.', '')

/** Years that a date without one may mean. */
const yearsNear = (today: number) => {
  const { year: now } = partsOf(today)
  return [now, now + 1, now - 1]
}

const agrees = (day: number, wanted: number | undefined) => wanted === undefined || weekdayOf(day) === wanted

function readDays(scan: Scan, d: number, m: number, y: string | undefined, wanted: number | undefined) {
  const years = y === undefined ? yearsNear(scan.today) : [y.length === 2 ? 2000 + Number(y) : Number(y)]
  const all = years.map((each) => dayOf(each, m, d)).filter((day) => day !== undefined)
  // With a weekday the nearest one is meant: another year would make any weekday right.
  const nearest = all.toSorted((a, b) => Math.abs(a - scan.today) - Math.abs(b - scan.today)).slice(0, 1)
  const days = wanted === undefined ? all : nearest
  return days.filter((day) => agrees(day, wanted)).map(same)
}

/** A date whose weekday is wrong is still a statement, and has no source. */
const orImpossible = (readings: Reading[]): Reading[] =>
  readings.length > 0 ? readings : [{ key: 'impossible' }]

function addNamed(scan: Scan, match: Match, part: string | number = 0) {
  const [start, till] = rangeOf(match, part)
  const end = match[0].endsWith('.') && part === 0 ? till - 1 : till
  const m = months.get(nameOf(match, 'm') ?? '') ?? 0
  const d = Number(match.groups?.d ?? match.groups?.d1)
  if (d < 1 || d > 31) return
  const wanted = weekdays.get(nameOf(match, 'w') ?? '')
  const readings = readDays(scan, d, m, match.groups?.y, wanted)
  add(scan, { kind: 'date', start, end, readings: orImpossible(readings) })
}

function addNumeric(scan: Scan, match: Match) {
  const { a, b, s, y } = match.groups ?? {}
  // "3-5" and "3.5" without a year are something else.
  if (y === undefined && s !== '/') return
  const wanted = weekdays.get(nameOf(match, 'w') ?? '')
  const readings = [
    ...readDays(scan, Number(a), Number(b), y, wanted),
    ...(a === b ? [] : readDays(scan, Number(b), Number(a), y, wanted)),
  ]
  add(scan, { kind: 'date', start: match.index, end: match.index + match[0].length, readings })
}

/** The nearest days of that name before and after today; both are meant by people. */
function daysNamed(today: number, wanted: number, word: string | undefined): number[] {
  const ahead = (wanted - weekdayOf(today) + 7) % 7
  const next = today + (ahead || 7)
  const last = today + ahead - 7
  if (word === 'last' || word === 'dernier') return [last]
  const coming = ahead === 0 ? [today, next] : [next]
  if (word === 'next' || word === 'prochain' || word === 'suivant') return [next, next + 7]
  return word === 'this' || word === 'coming' ? coming : [...coming, last]
}

function addWeekday(scan: Scan, match: Match) {
  const wanted = weekdays.get(match.groups?.w ?? '') ?? 0
  const days = daysNamed(scan.today, wanted, match.groups?.r ?? match.groups?.q)
  const readings = [...days.map(same), { key: `weekday ${wanted}` }]
  add(scan, { kind: 'date', start: match.index, end: match.index + match[0].length, readings })
}

/** "vendredi 20", "le 25": the month is the one at hand. */
function addDayOfMonth(scan: Scan, match: Match) {
  const d = Number(match.groups?.d ?? match.groups?.t)
  const wanted = weekdays.get(match.groups?.w ?? '')
  const { year: y, month: m } = partsOf(scan.today)
  const days = [-1, 0, 1, 2].map((shift) => {
    const at = partsOf(monthRange(y, m + shift)[0])
    return dayOf(at.year, at.month, d)
  })
  const readings = days
    .filter((day) => day !== undefined)
    .filter((day) => agrees(day, wanted))
    .map(same)
  if (d < 1 || d > 31) return
  const [start, end] = wanted === undefined && match.groups?.d ? rangeOf(match, 'd') : rangeOf(match, 0)
  add(scan, { kind: 'date', start, end, readings: orImpossible(readings) })
}

function addMonth(scan: Scan, match: Match) {
  const m = months.get(nameOf(match, 'm') ?? '') ?? 0
  const { y } = match.groups ?? {}
  const years = y === undefined ? yearsNear(scan.today) : [Number(y)]
  const [start, end] = rangeOf(match, y === undefined ? 'm' : 0)
  // "may" and "march" are verbs as well.
  if (
    y === undefined &&
    !/^\p{Lu}/u.test(scan.text.slice(start)) &&
    /^(?:may|march)$/.test(match.groups?.m ?? '')
  )
    return
  add(scan, { kind: 'date', start, end, readings: years.map((each) => ({ days: monthRange(each, m) })) })
}

export function findDates(scan: Scan) {
  for (const match of matchesIn(scan, iso)) {
    const day = parseDay(match[0])
    if (!Number.isNaN(day))
      add(scan, {
        kind: 'date',
        start: match.index,
        end: match.index + match[0].length,
        readings: [same(day)],
      })
  }
  for (const match of matchesIn(scan, range)) addNamed(scan, match, 'd1')
  for (const match of matchesIn(scan, dayFirst)) addNamed(scan, match)
  for (const match of matchesIn(scan, monthFirst)) addNamed(scan, match)
  for (const match of matchesIn(scan, numeric)) addNumeric(scan, match)
  for (const match of matchesIn(scan, monthYear)) addMonth(scan, match)
  for (const match of matchesIn(scan, season)) {
    const readings = [{ key: `season ${seasons[match.groups?.n ?? '']} ${match.groups?.y}` }]
    add(scan, { kind: 'date', start: match.index, end: match.index + match[0].length, readings })
  }
  for (const match of matchesIn(scan, weekdayAndDay)) addDayOfMonth(scan, match)
  findPeriods(scan)
  for (const match of matchesIn(scan, bareWeekday)) addWeekday(scan, match)
  for (const match of matchesIn(scan, bareMonth)) addMonth(scan, match)
  for (const match of matchesIn(scan, dayOfMonth)) addDayOfMonth(scan, match)
  // Greetings name parts of the day, not dates.
  for (const match of matchesIn(scan, /(?<!\w)good (?:morning|afternoon|evening)\b/dg))
    take(scan, match.index, match.index + match[0].length)
}
