import { describe, expect, it } from 'vitest'
import { idleTimes } from '../../../protocols/imap/imap.ts'
import { backoffMs } from './backoff.ts'
import { probeTimeoutMs } from './mirror-mailbox.ts'

describe('the back-off', () => {
  it('doubles with jitter over half of the delay, up to five minutes', () => {
    const range = (failures: number) => [backoffMs(1_000, failures, 0), backoffMs(1_000, failures, 1)]
    expect([0, 1, 5, 30].map(range)).toEqual([
      [500, 1_000],
      [1_000, 2_000],
      [16_000, 32_000],
      [150_000, 300_000],
    ])
  })
  it('is longer for a throttling server, and at least its Retry-After', () => {
    expect(backoffMs(1_000, 0, 0, { factor: 8 })).toBe(4_000)
    expect(backoffMs(1_000, 0, 0.5, { minMs: 92_415 })).toBe(92_915)
    expect(backoffMs(1_000, 0, 0, { minMs: 10_000_000 })).toBe(300_000)
  })
})

it('IDLE dies silently: detected within 90 s on both connections with the default times', () => {
  expect(idleTimes.probeMs + idleTimes.replyMs + probeTimeoutMs).toBeLessThan(90_000)
})
