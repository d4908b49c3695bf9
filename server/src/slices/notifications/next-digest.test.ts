import { describe, expect, it } from 'vitest'
import { nextDigestAt } from './next-digest.ts'

const next = (hour: number, zone: string, after: string) => nextDigestAt(hour, zone, Date.parse(after))

describe('the time of the next digest', () => {
  it('is the hour of the zone, today or tomorrow', () => {
    expect(next(8, 'UTC', '2026-11-16T07:59:59Z')).toBe('2026-11-16T08:00:00.000Z')
    expect(next(8, 'UTC', '2026-11-16T08:00:00Z')).toBe('2026-11-17T08:00:00.000Z')
    expect(next(8, 'Europe/Paris', '2026-11-16T06:00:00Z')).toBe('2026-11-16T07:00:00.000Z')
    expect(next(0, 'Asia/Kathmandu', '2026-11-16T06:00:00Z')).toBe('2026-11-16T18:15:00.000Z')
  })

  it('follows the clock over both changes', () => {
    expect(next(8, 'Europe/Paris', '2026-03-28T07:00:00Z')).toBe('2026-03-29T06:00:00.000Z')
    expect(next(8, 'Europe/Paris', '2026-10-24T06:00:00Z')).toBe('2026-10-25T07:00:00.000Z')
  })

  it('is an hour later on the day on which the clock skips the hour', () => {
    expect(next(2, 'Europe/Paris', '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z')
    expect(next(2, 'Europe/Paris', '2026-03-29T01:00:00Z')).toBe('2026-03-30T00:00:00.000Z')
  })

  it('comes once on the day on which the clock repeats the hour', () => {
    const first = next(2, 'Europe/Paris', '2026-10-24T12:00:00Z')
    expect(first).toBe('2026-10-25T00:00:00.000Z')
    expect(next(2, 'Europe/Paris', first)).toBe('2026-10-26T01:00:00.000Z')
  })
})
