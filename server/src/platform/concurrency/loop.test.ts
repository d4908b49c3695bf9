import { expect, it } from 'vitest'
import { startLoop } from './loop.ts'

it('runs at intervals, reports failures and goes on', async () => {
  let runs = 0
  const errors: unknown[] = []
  const loop = startLoop(
    async () => {
      if (++runs === 1) throw new Error('planned')
    },
    1,
    (error) => errors.push(error),
  )
  await expect.poll(() => runs).toBeGreaterThan(2)
  await loop.stop()
  expect(errors).toHaveLength(1)
})

it('runs again at once when asked during a run, never twice at once', async () => {
  let running = 0
  let maxRunning = 0
  let runs = 0
  const loop = startLoop(
    async () => {
      maxRunning = Math.max(maxRunning, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      if (++runs === 1) loop.now()
      running -= 1
    },
    60_000,
    () => undefined,
  )
  await expect.poll(() => runs).toBe(2)
  loop.now()
  await expect.poll(() => runs).toBe(3)
  await loop.stop()
  expect(maxRunning).toBe(1)
})
