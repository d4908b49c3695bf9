import { describe, expect, it } from 'vitest'
import { formatDuration } from '../../platform/text/format-duration.ts'
import { readInstant } from './read-instant.ts'
import { nextWorkingMoment, type WorkingHours } from './working-hours.ts'

describe('a date written by a person', () => {
  it.each([
    ['2026-11-15', '2026-11-14T23:00:00.000Z'],
    ['2026-11-15T10:00', '2026-11-15T09:00:00.000Z'],
    ['2026-11-15 10:00:30', '2026-11-15T09:00:30.000Z'],
    ['2026-11-15T10:00:00Z', '2026-11-15T10:00:00.000Z'],
    ['2026-11-15T10:00:00+05:30', '2026-11-15T04:30:00.000Z'],
    // Summer time skips this hour.
    ['2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
  ])('%s in Paris is %s', (text, expected) => {
    expect(new Date(readInstant(text, 'Europe/Paris') ?? 0).toISOString()).toBe(expected)
  })
  it.each(['2026-02-30', '2026-13-01', '2026-11-15T25:00', 'tomorrow', '', '15/11/2026'])(
    'is invalid: %j',
    (text) => {
      expect(readInstant(text, 'Europe/Paris')).toBeUndefined()
    },
  )
})

describe('working hours', () => {
  const office: WorkingHours = {
    days: ['mon', 'tue', 'wed', 'thu', 'fri'],
    from: '09:00',
    to: '18:00',
    timeZone: 'Europe/Paris',
  }
  const next = (now: string, hours = office) => {
    const found = nextWorkingMoment(hours, Date.parse(now))
    return found === undefined ? undefined : new Date(found).toISOString()
  }
  it.each([
    ['2026-11-13T10:00:00.000Z', '2026-11-13T10:00:00.000Z'],
    ['2026-11-13T05:00:00.000Z', '2026-11-13T08:00:00.000Z'],
    ['2026-11-13T17:00:00.000Z', '2026-11-16T08:00:00.000Z'],
    ['2026-11-14T12:00:00.000Z', '2026-11-16T08:00:00.000Z'],
  ])('from %s next start at %s', (now, expected) => {
    expect(next(now)).toBe(expected)
  })
  it('start a week later when today, already past, is the only working day', () => {
    expect(next('2026-11-13T20:00:00.000Z', { ...office, days: ['fri'] })).toBe('2026-11-20T08:00:00.000Z')
  })
  it('do not exist when they end before they start', () => {
    expect(next('2026-11-13T10:00:00.000Z', { ...office, from: '18:00', to: '09:00' })).toBeUndefined()
  })
})

it('formats a duration in a readable unit', () => {
  expect([30_000, 300_000, 7_200_000, 259_200_000, 2_419_200_000].map(formatDuration)).toEqual([
    '30 seconds',
    '5 minutes',
    '2 hours',
    '3 days',
    '4 weeks',
  ])
})
