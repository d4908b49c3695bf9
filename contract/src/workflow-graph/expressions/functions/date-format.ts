import { type Run, spendText } from '../budget.ts'
import { day, hour, localTime, minute, offsetText, second } from './calendar.ts'
import { dayName } from './intl.ts'

const formatTokens = /'([^']*)'|yyyy|yy|MMMM|MMM|MM|M|dd|d|EEEE|EEE|HH|H|hh|h|mm|m|ss|s|a|XXX/g

const noon = (local: number) => Math.floor(local / day) * day + day / 2
const twoDigits = (value: number) => `${value}`.padStart(2, '0')
const partOf = (local: number, whole: number, part: number) =>
  Math.floor((((local % whole) + whole) % whole) / part)

/** Formats a date by a pattern; text in single quotes is literal. */
export function formatLocal(
  run: Run,
  local: number,
  offset: number,
  pattern: string,
  language: string,
): string {
  const at = new Date(local)
  const hours = partOf(local, day, hour)
  const show: Record<string, () => string> = {
    yyyy: () => `${at.getUTCFullYear()}`.padStart(4, '0'),
    yy: () => twoDigits(at.getUTCFullYear() % 100),
    MMMM: () => dayName(run, language, 'month', 'long', noon(local)),
    MMM: () => dayName(run, language, 'month', 'short', noon(local)),
    MM: () => twoDigits(at.getUTCMonth() + 1),
    M: () => `${at.getUTCMonth() + 1}`,
    dd: () => twoDigits(at.getUTCDate()),
    d: () => `${at.getUTCDate()}`,
    EEEE: () => dayName(run, language, 'weekday', 'long', noon(local)),
    EEE: () => dayName(run, language, 'weekday', 'short', noon(local)),
    HH: () => twoDigits(hours),
    H: () => `${hours}`,
    hh: () => twoDigits(hours % 12 || 12),
    h: () => `${hours % 12 || 12}`,
    mm: () => twoDigits(partOf(local, hour, minute)),
    m: () => `${partOf(local, hour, minute)}`,
    ss: () => twoDigits(partOf(local, minute, second)),
    s: () => `${partOf(local, minute, second)}`,
    a: () => (hours < 12 ? 'AM' : 'PM'),
    XXX: () => offsetText(offset),
  }
  const result = pattern.replace(formatTokens, (sign, quoted?: string) => quoted ?? show[sign]?.() ?? sign)
  spendText(run, result.length)
  return result
}

const parseTokens: Record<
  string,
  [part: 'y' | 'M' | 'd' | 'H' | 'm' | 's', maxDigits: number, minDigits: number]
> = {
  yyyy: ['y', 4, 4],
  yy: ['y', 2, 2],
  MM: ['M', 2, 2],
  M: ['M', 2, 1],
  dd: ['d', 2, 2],
  d: ['d', 2, 1],
  HH: ['H', 2, 2],
  H: ['H', 2, 1],
  mm: ['m', 2, 2],
  m: ['m', 2, 1],
  ss: ['s', 2, 2],
  s: ['s', 2, 1],
}

/** Parses a numeric date by a pattern; undefined if it does not match. */
export function parseLocal(value: string, pattern: string): number | undefined {
  const found = { y: 1970, M: 1, d: 1, H: 0, m: 0, s: 0 }
  let at = 0
  for (const piece of pattern.match(/yyyy|yy|MM|M|dd|d|HH|H|mm|m|ss|s|[\s\S]/g) ?? []) {
    const rule = Object.hasOwn(parseTokens, piece) ? parseTokens[piece] : undefined
    if (rule === undefined) {
      if (value[at] !== piece) return undefined
      at++
      continue
    }
    const [part, maxDigits, minDigits] = rule
    let end = at
    while (end - at < maxDigits && /[0-9]/.test(value[end] ?? '')) end++
    if (end - at < minDigits) return undefined
    found[part] = Number(value.slice(at, end)) + (piece === 'yy' ? 2000 : 0)
    at = end
  }
  if (at !== value.length) return undefined
  return localTime(found.y, found.M, found.d, found.H, found.m, found.s)
}
