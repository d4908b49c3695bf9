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

test('expires before others may take over', () => {
  const lease = createLease()
  vi.advanceTimersByTime(7_900)
  expect(lease.isValid()).toBe(true)
  vi.advanceTimersByTime(200)
  expect(lease.isValid()).toBe(false)
  lease.renew(lease.now())
  expect(lease.isValid()).toBe(true)
})

test('a process may declare others dead only after a stable period of its own', () => {
  const lease = createLease()
  expect(lease.mayDeclareDead()).toBe(false)
  beatFor(lease, 6)
  expect(lease.mayDeclareDead()).toBe(true)
})

test('after a database outage nobody is declared dead before all had time to reconnect', () => {
  const lease = createLease()
  beatFor(lease, 20)
  vi.advanceTimersByTime(12_000)
  expect(lease.mayDeclareDead()).toBe(false)
  lease.renew(lease.now())
  expect(lease.mayDeclareDead()).toBe(false)
  beatFor(lease, 4)
  expect(lease.mayDeclareDead()).toBe(false)
  beatFor(lease, 2)
  expect(lease.mayDeclareDead()).toBe(true)
})

test('time asleep counts, although the monotonic clock stops', () => {
  const lease = createLease()
  vi.setSystemTime(Date.now() + 60_000)
  expect(lease.isValid()).toBe(false)
})
