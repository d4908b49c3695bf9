import { describe, expect, it } from 'vitest'
import { healthOf, type Lag } from './health.ts'

const now = Date.parse('2026-11-16T12:00:00Z')
const mailbox = { status: 'active', backfill: { status: 'done', progressPct: 100 } } as Parameters<
  typeof healthOf
>[0]
const running = { status: 'running', progressPct: 4, oldestSyncedAt: null } as const
const lag = (lastDeltaAt: string | null, missingMessages = 0) => ({ lastDeltaAt, missingMessages }) as Lag

describe('the health of a mailbox', () => {
  it.each([
    ['current', mailbox, lag('2026-11-16T11:59:00Z')],
    ['behind', mailbox, lag('2026-11-16T11:59:00Z', 3)],
    ['silent', mailbox, lag('2026-11-16T11:30:00Z')],
    ['silent', mailbox, lag(null)],
    ['unknown', mailbox, undefined],
    ['mirroring', { ...mailbox, backfill: running }, lag(null)],
    ['stopped', { ...mailbox, status: 'error' as const }, lag('2026-11-16T11:59:00Z')],
    ['disconnected', { ...mailbox, status: 'disconnected' as const }, lag('2026-11-16T11:59:00Z')],
  ])('is %s', (health, box, seen) => {
    expect(healthOf(box, seen, now)).toBe(health)
  })
})
