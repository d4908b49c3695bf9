import { describe, expect, it } from 'vitest'
import { idleTimes } from '../../../protocols/imap/imap.ts'
import { pauseMs } from './backoff.ts'
import { proofMs } from './mirror-mailbox.ts'

describe('the pauses between attempts', () => {
  it('double, are spread over half of their length, and end at five minutes', () => {
    const range = (failures: number) => [pauseMs(1_000, failures, 0), pauseMs(1_000, failures, 1)]
    expect([0, 1, 5, 30].map(range)).toEqual([
      [500, 1_000],
      [1_000, 2_000],
      [16_000, 32_000],
      [150_000, 300_000],
    ])
  })
  it('are longer for a server that throttles, and at least as long as it asks', () => {
    expect(pauseMs(1_000, 0, 0, { factor: 8 })).toBe(4_000)
    expect(pauseMs(1_000, 0, 0.5, { leastMs: 92_415 })).toBe(92_915)
    expect(pauseMs(1_000, 0, 0, { leastMs: 10_000_000 })).toBe(300_000)
  })
})

it('IDLE dies silently: with the usual times it is noticed within 90 s, on both connections', () => {
  expect(idleTimes.probeMs + idleTimes.replyMs + proofMs).toBeLessThan(90_000)
})
