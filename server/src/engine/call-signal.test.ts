import { getEventListeners } from 'node:events'
import { expect, it, vi } from 'vitest'
import { createCallSignal } from './call-signal.ts'

it('aborts with the run, with its reason', () => {
  const run = new AbortController()
  const call = createCallSignal(run.signal, 60_000)
  const signal = call.get()
  expect(call.get()).toBe(signal)
  run.abort(new Error('cancelled'))
  expect(signal.reason).toMatchObject({ message: 'cancelled' })
  call.release()
})

it('is aborted from the start if the run is', () => {
  const call = createCallSignal(AbortSignal.abort(new Error('cancelled')), 60_000)
  expect(call.get().aborted).toBe(true)
  call.release()
})

it('aborts after the time limit', () => {
  vi.useFakeTimers()
  try {
    const signal = createCallSignal(new AbortController().signal, 1_000).get()
    vi.advanceTimersByTime(999)
    expect(signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
  } finally {
    vi.useRealTimers()
  }
})

it('aborts what a failed call left open', () => {
  const call = createCallSignal(new AbortController().signal, 60_000)
  const signal = call.get()
  call.abort(new Error('too slow'))
  expect(signal.reason).toMatchObject({ message: 'too slow' })
  call.release()
})

it('leaves no timer and no listener behind', () => {
  vi.useFakeTimers()
  try {
    const run = new AbortController()
    const call = createCallSignal(run.signal, 60_000)
    expect(getEventListeners(run.signal, 'abort')).toHaveLength(0)
    call.get()
    expect([getEventListeners(run.signal, 'abort').length, vi.getTimerCount()]).toEqual([1, 1])
    call.release()
    expect([getEventListeners(run.signal, 'abort').length, vi.getTimerCount()]).toEqual([0, 0])
  } finally {
    vi.useRealTimers()
  }
})
