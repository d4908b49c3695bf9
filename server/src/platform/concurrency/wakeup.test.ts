import { expect, it } from 'vitest'
import { createWakeup } from './wakeup.ts'

const never = new AbortController().signal
const farMs = 60_000

it('ends the wait, also when it came before the wait', async () => {
  const wakeup = createWakeup()
  const waiting = wakeup.wait(farMs, never)
  wakeup.wake(true)
  expect(await waiting).toBe(true)
  wakeup.wake(true)
  expect(wakeup.isPending()).toBe(true)
  expect(await wakeup.wait(farMs, never)).toBe(true)
  expect(wakeup.isPending()).toBe(false)
})

it('ends the wait after its time or when the signal aborts', async () => {
  const wakeup = createWakeup()
  expect(await wakeup.wait(1, never)).toBeUndefined()
  const stop = new AbortController()
  const waiting = wakeup.wait(farMs, stop.signal)
  stop.abort()
  expect(await waiting).toBeUndefined()
  expect(await wakeup.wait(farMs, stop.signal)).toBeUndefined()
})

it('merges values that arrive before they are taken', async () => {
  const wakeup = createWakeup<number>((pending = 0, next) => pending + next)
  wakeup.wake(1)
  wakeup.wake(2)
  expect(await wakeup.wait(farMs, never)).toBe(3)
})
