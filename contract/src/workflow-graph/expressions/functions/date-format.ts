import { type Run, spendText } from '../budget.ts'
import { day, hour, localTime, minute, offsetText, second } from './calendar.ts'
import { dayName } from './intl.ts'

const signs = /'([^']*)'|yyyy|yy|MMMM|MMM|MM|M|dd|d|EEEE|EEE|HH|H|hh|h|mm|m|ss|s|a|XXX/g

const noon = (local: number) => Math.floor(local / day) * day + day / 2
const two = (value: number) => `${value}`.padStart(2, '0')
const within = (local: number, whole: number, part: number) =>
  Math.floor((((local % whole) + whole) % whole) / part)

/** What the signs of a pattern stand for; text in single quotes stands for itself. */
export function formatLocal(
  run: Run,
  local: number,
  offset: number,
  pattern: string,
  language: string,
): string {
  const at = new Date(local)
  const hours = within(local, day, hour)
  const show: Record<string, () => string> = {
    yyyy: () => `${at.getUTCFullYear()}`.padStart(4, '0'),
    yy: () => two(at.getUTCFullYear() % 100),
    MMMM: () => dayName(run, language, 'month', 'long', noon(local)),
    MMM: () => dayName(run, language, 'month', 'short', noon(local)),
    MM: () => two(at.getUTCMonth() + 1),
    M: () => `${at.getUTCMonth() + 1}`,
    dd: () => two(at.getUTCDate()),
    d: () => `${at.getUTCDate()}`,
    EEEE: () => dayName(run, language, 'weekday', 'long', noon(local)),
    EEE: () => dayName(run, language, 'weekday', 'short', noon(local)),
    HH: () => two(hours),
    H: () => `${hours}`,
    hh: () => two(hours % 12 || 12),
    h: () => `${hours % 12 || 12}`,
    mm: () => two(within(local, hour, minute)),
    m: () => `${within(local, hour, minute)}`,
    ss: () => two(within(local, minute, second)),
    s: () => `${within(local, minute, second)}`,
    a: () => (hours < 12 ? 'AM' : 'PM'),
    XXX: () => offsetText(offset),
  }
  const result = pattern.replace(signs, (sign, quoted?: string) => quoted ?? show[sign]?.() ?? sign)
  spendText(run, result.length)
  return result
}

const readable: Record<string, [part: 'y' | 'M' | 'd' | 'H' | 'm' | 's', most: number, least: number]> = {
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

/** Reads a date that is written in figures along a pattern; undefined when it does not fit. */
export function readLocal(value: string, pattern: string): number | undefined {
  const found = { y: 1970, M: 1, d: 1, H: 0, m: 0, s: 0 }
  let at = 0
  for (const piece of pattern.match(/yyyy|yy|MM|M|dd|d|HH|H|mm|m|ss|s|[\s\S]/g) ?? []) {
    const rule = Object.hasOwn(readable, piece) ? readable[piece] : undefined
    if (rule === undefined) {
      if (value[at] !== piece) return undefined
      at++
      continue
    }
    const [part, most, least] = rule
    let end = at
    while (end - at < most && /[0-9]/.test(value[end] ?? '')) end++
    if (end - at < least) return undefined
    found[part] = Number(value.slice(at, end)) + (piece === 'yy' ? 2000 : 0)
    at = end
  }
  if (at !== value.length) return undefined
  return localTime(found.y, found.M, found.d, found.H, found.m, found.s)
}
