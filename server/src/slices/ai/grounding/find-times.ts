import { add, matchesIn, rangeOf, type Scan } from './matches.ts'
import { readNumber } from './numbers.ts'
import type { Reading } from './types.ts'

const clock =
  /(?<![\w:.,])(?<h>\d{1,2})(?:[:.](?<m>[0-5]\d))?(?::[0-5]\d)? ?(?<half>am|pm|a\.m\.?|p\.m\.?)(?!\w)/dg
const colon = /(?<![\w:.,])(?<h>[01]?\d|2[0-4]):(?<m>[0-5]\d)(?::[0-5]\d)?(?![\w:])/dg
const french = /(?<![\w:.,])(?<h>[01]?\d|2[0-4]) ?h(?:eures?)?(?: ?(?<m>[0-5]\d))?(?![\w/])/dg
const oclock = /(?<![\w:.,])(?<h>1[0-2]|\d) o'clock\b/dg
const named = /(?<![\w-])(?<n>noon|midday|midnight|midi|minuit)(?!\w)/dg
// "from 2 to 4 pm", "between 9 and 11 am", "de 14 a 16 h", "14-16h"
const before =
  /(?<![\w:.,/])(?<h>\d{1,2}) ?(?:-|to|and|until|a|et) ?(?=\d{1,2}(?:[:.][0-5]\d)? ?(?<half>am|pm|a\.m|p\.m|h(?:eures?)?)(?!\w))/dg

// "half past ten", "dix heures et demie"
const halfPast =
  /(?<!\w)half past (?<n>[a-z]+|\d{1,2})(?!\w)|(?<!\w)(?<f>[a-z]+|\d{1,2}) heures? et demie(?!\w)/dg

const at = (hour: number, minute: number): Reading => ({ key: `time ${(hour % 24) * 60 + minute}` })

function readHour(hour: number, minute: number, half: string | undefined): Reading[] {
  const isAfternoon = half?.startsWith('p')
  if (half !== undefined && !half.startsWith('h')) return [at((hour % 12) + (isAfternoon ? 12 : 0), minute)]
  return [at(hour, minute)]
}

/** Times of day. "10 h" may also be a duration. */
export function findTimes(scan: Scan) {
  for (const match of matchesIn(scan, halfPast)) {
    const [hour = 99] = readNumber(match.groups?.n ?? match.groups?.f ?? '')
    if (hour > 24) continue
    const readings = [at(hour, 30), ...(hour < 12 ? [at(hour + 12, 30)] : [])]
    add(scan, { kind: 'time', start: match.index, end: match.index + match[0].length, readings })
  }
  for (const match of matchesIn(scan, before)) {
    const [start, end] = rangeOf(match, 'h')
    const hour = Number(match.groups?.h)
    const half = match.groups?.half
    const readings = [...readHour(hour, 0, half), ...(half?.startsWith('p') ? [at(hour, 0)] : [])]
    if (hour <= 24) add(scan, { kind: 'time', start, end, readings })
  }
  for (const pattern of [clock, colon, french, oclock])
    for (const match of matchesIn(scan, pattern)) {
      const hour = Number(match.groups?.h)
      const minute = Number(match.groups?.m ?? 0)
      const half = match.groups?.half
      const readings = readHour(hour, minute, half)
      // "2:30" without more, and "3 o'clock", may be in the afternoon.
      if (half === undefined && hour >= 1 && hour < 12 && pattern !== french)
        readings.push(at(hour + 12, minute))
      if (pattern === french) readings.push({ key: `minutes ${hour * 60 + minute}` })
      add(scan, { kind: 'time', start: match.index, end: match.index + match[0].length, readings })
    }
  for (const match of matchesIn(scan, named)) {
    const hour = match.groups?.n?.startsWith('mid') && !/^midd|^midi/.test(match.groups.n) ? 0 : 12
    add(scan, {
      kind: 'time',
      start: match.index,
      end: match.index + match[0].length,
      readings: [at(hour, 0)],
    })
  }
}
