import { describe, expect, it } from 'vitest'
import { nextTime } from './next-time.ts'
import { parseCron } from './parse-cron.ts'
import { isTimeZone } from './time-zone.ts'

function next(text: string, after: string, zone = 'UTC', times = 1): string[] {
  const cron = parseCron(text)
  if (!cron) throw new Error(`invalid schedule ${text}`)
  const found: string[] = []
  let at: number | undefined = Date.parse(after)
  for (let i = 0; i < times; i++) {
    at = nextTime(cron, zone, at)
    if (at === undefined) break
    found.push(new Date(at).toISOString().replace(':00.000Z', 'Z'))
  }
  return found
}

describe('a schedule', () => {
  it.each([
    ['* * * * *', '2026-11-15T09:00Z', '2026-11-15T09:01Z'],
    ['*/15 * * * *', '2026-11-15T09:46Z', '2026-11-15T10:00Z'],
    ['5/20 * * * *', '2026-11-15T09:26Z', '2026-11-15T09:45Z'],
    ['0 9 * * 1-5', '2026-11-13T09:00Z', '2026-11-16T09:00Z'],
    ['0 9 * * mon-fri', '2026-11-13T09:00Z', '2026-11-16T09:00Z'],
    ['30 8-18/2 * * *', '2026-11-15T12:30Z', '2026-11-15T14:30Z'],
    ['0 0 29 2 *', '2026-11-15T00:00Z', '2028-02-29T00:00Z'],
    ['0 0 * * 7', '2026-11-15T00:00Z', '2026-11-22T00:00Z'],
    ['0 12 1,15 jan,jul *', '2026-11-15T00:00Z', '2027-01-01T12:00Z'],
    ['@daily', '2026-11-15T00:00Z', '2026-11-16T00:00Z'],
    // Day or weekday, as in cron: the 20th or a Tuesday.
    ['0 0 20 * tue', '2026-11-15T00:00Z', '2026-11-17T00:00Z'],
  ])('%s after %s is %s', (text, after, expected) => {
    expect(next(text, after)).toEqual([expected])
  })

  it.each([
    '',
    '* * * *',
    '* * * * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '* * * * 8',
    '5-1 * * * *',
    '*/0 * * * *',
    'a * * * *',
    '1- * * * *',
    '@never',
    '* * * * moo',
    '1,,2 * * * *',
  ])('rejects "%s"', (text) => {
    expect(parseCron(text)).toBeUndefined()
  })

  it('has no next time if it is never due', () => {
    expect(next('0 0 30 2 *', '2026-11-15T00:00Z')).toEqual([])
  })

  it('follows the wall clock of its zone', () => {
    expect(next('0 9 * * *', '2026-07-01T00:00Z', 'Europe/Paris')).toEqual(['2026-07-01T07:00Z'])
    expect(next('0 9 * * *', '2026-12-01T00:00Z', 'Europe/Paris')).toEqual(['2026-12-01T08:00Z'])
    expect(next('0 9 * * *', '2026-12-01T00:00Z', 'Asia/Kolkata')).toEqual(['2026-12-01T03:30Z'])
    expect(next('0 0 * * *', '2026-12-01T12:00Z', 'Pacific/Kiritimati')).toEqual(['2026-12-02T10:00Z'])
  })

  it('runs once, later, for a time in a DST gap', () => {
    // 29 March 2026 in Paris: 02:00 becomes 03:00.
    const found = next('30 2 * * *', '2026-03-28T02:00Z', 'Europe/Paris', 2)
    expect(found).toEqual(['2026-03-29T01:30Z', '2026-03-30T00:30Z'])
  })

  it('runs once for a time that occurs twice', () => {
    // 25 October 2026 in Paris: 03:00 becomes 02:00.
    const found = next('30 2 * * *', '2026-10-24T12:00Z', 'Europe/Paris', 2)
    expect(found).toEqual(['2026-10-25T00:30Z', '2026-10-26T01:30Z'])
  })

  it('runs every hour exactly once across DST changes', () => {
    expect(next('30 * * * *', '2026-10-24T23:00Z', 'Europe/Paris', 4)).toEqual([
      '2026-10-24T23:30Z',
      '2026-10-25T00:30Z',
      '2026-10-25T01:30Z',
      '2026-10-25T02:30Z',
    ])
    expect(next('30 * * * *', '2026-03-28T23:00Z', 'Europe/Paris', 3)).toEqual([
      '2026-03-28T23:30Z',
      '2026-03-29T00:30Z',
      '2026-03-29T01:30Z',
    ])
  })
})

describe('a time zone', () => {
  it('must be known to the platform', () => {
    expect(['Europe/Paris', 'UTC', 'Nowhere/City', '', 'x'.repeat(100)].map(isTimeZone)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})
