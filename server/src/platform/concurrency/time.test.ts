import { expect, it } from 'vitest'
import { pause, waitAtMost, withTimeout } from './time.ts'

const forever = new Promise<never>(() => undefined)
const farMs = 60_000

it('ends a pause when the signal aborts', async () => {
  const stop = new AbortController()
  const waiting = pause(farMs, stop.signal)
  stop.abort()
  await waiting
  await pause(farMs, stop.signal)
})

it('rejects work that exceeds its timeout', async () => {
  await expect(withTimeout(forever, 1, () => new Error('too late'))).rejects.toThrow('too late')
  expect(await withTimeout(Promise.resolve('done'), farMs, () => new Error('too late'))).toBe('done')
})

it('stops waiting for work after the limit, and passes on its failure', async () => {
  await waitAtMost(forever, 1)
  await waitAtMost(undefined, farMs)
  await expect(waitAtMost(Promise.reject(new Error('planned')), farMs)).rejects.toThrow('planned')
})
