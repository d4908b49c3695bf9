import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLease } from './lease.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const beatFor = (lease: ReturnType<typeof createLease>, seconds: number) => {
  for (let s = 0; s < seconds; s += 2) {
    vi.advanceTimersByTime(2_000)
    lease.renew(lease.now())
  }
}

test('work is held back before others may take it', () => {
  const lease = createLease()
  vi.advanceTimersByTime(7_900)
  expect(lease.isSure()).toBe(true)
  vi.advanceTimersByTime(200)
  expect(lease.isSure()).toBe(false)
  lease.renew(lease.now())
  expect(lease.isSure()).toBe(true)
})

test('a process judges others only after it was heard for a while itself', () => {
  const lease = createLease()
  expect(lease.mayJudge()).toBe(false)
  beatFor(lease, 6)
  expect(lease.mayJudge()).toBe(true)
})

test('after the database was away nobody is judged before all had time to come back', () => {
  const lease = createLease()
  beatFor(lease, 20)
  vi.advanceTimersByTime(12_000)
  expect(lease.mayJudge()).toBe(false)
  lease.renew(lease.now())
  expect(lease.mayJudge()).toBe(false)
  beatFor(lease, 4)
  expect(lease.mayJudge()).toBe(false)
  beatFor(lease, 2)
  expect(lease.mayJudge()).toBe(true)
})

test('the sleep of a machine counts, though its steady clock stood still', () => {
  const lease = createLease()
  vi.setSystemTime(Date.now() + 60_000)
  expect(lease.isSure()).toBe(false)
})
