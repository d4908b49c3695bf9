import { describe, expect, it } from 'vitest'
import { zoneBuckets } from './zone-buckets.ts'

const buckets = (zone: string, unit: 'hour' | 'day', from: string, to: string) =>
  zoneBuckets(zone, unit, Date.parse(from), Date.parse(to)).map((at) =>
    new Date(at).toISOString().slice(5, 16),
  )

describe('the hours and days of a zone', () => {
  it('has a day of 23 hours when clocks go forward and one of 25 when they go back', () => {
    expect(buckets('Europe/Paris', 'day', '2025-03-29T12:00:00Z', '2025-03-31T12:00:00Z')).toEqual([
      '03-28T23:00',
      '03-29T23:00',
      '03-30T22:00',
    ])
    expect(buckets('America/New_York', 'day', '2025-11-01T12:00:00Z', '2025-11-03T12:00:00Z')).toEqual([
      '11-01T04:00',
      '11-02T04:00',
      '11-03T05:00',
    ])
  })

  it('has the hour that occurs twice as two', () => {
    expect(buckets('Europe/Paris', 'hour', '2025-10-25T23:30:00Z', '2025-10-26T02:00:00Z')).toEqual([
      '10-25T23:00',
      '10-26T00:00',
      '10-26T01:00',
    ])
  })

  it('begins hours off the full hour of UTC where the zone does', () => {
    expect(buckets('Asia/Kathmandu', 'hour', '2025-10-26T00:00:00Z', '2025-10-26T01:15:00Z')).toEqual([
      '10-25T23:15',
      '10-26T00:15',
    ])
    expect(buckets('Asia/Kathmandu', 'day', '2025-10-26T00:00:00Z', '2025-10-27T00:00:00Z')).toEqual([
      '10-25T18:15',
      '10-26T18:15',
    ])
  })

  it('cuts an hour short where clocks change by half of one', () => {
    expect(buckets('Australia/Lord_Howe', 'hour', '2025-10-04T14:30:00Z', '2025-10-04T17:00:00Z')).toEqual([
      '10-04T14:30',
      '10-04T15:30',
      '10-04T16:00',
    ])
  })

  it('begins a day after a midnight that does not exist', () => {
    expect(buckets('America/Santiago', 'day', '2025-09-06T12:00:00Z', '2025-09-08T02:00:00Z')).toEqual([
      '09-06T04:00',
      '09-07T04:00',
    ])
  })

  it('has one bucket for a window within an hour', () => {
    expect(buckets('UTC', 'hour', '2025-01-01T10:05:00Z', '2025-01-01T10:06:00Z')).toEqual(['01-01T10:00'])
  })
})
