import { expect, it } from 'vitest'
import { createIntakePressure } from './intake-pressure.ts'

function openCall({ during }: ReturnType<typeof createIntakePressure>) {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { end: resolve, ended: during(() => promise) }
}

it('needs no rest without calls', () => {
  expect(createIntakePressure().rest(20)).toBeUndefined()
})

it('rests for as long as the work took while a call is in progress, and 50 ms at most', async () => {
  const pressure = createIntakePressure()
  const call = openCall(pressure)
  const startedAt = performance.now()
  await pressure.rest(20)
  expect(performance.now() - startedAt).toBeGreaterThan(18)
  await pressure.rest(60_000)
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  call.end()
  await call.ended
  expect(pressure.rest(20)).toBeUndefined()
})

it('ends the rest with the last call, also with one that fails', async () => {
  const pressure = createIntakePressure()
  const call = openCall(pressure)
  const failed = pressure.during(() => Promise.reject(new Error('planned')))
  const rest = pressure.rest(60_000)
  await expect(failed).rejects.toThrow('planned')
  call.end()
  await rest
  expect(pressure.rest(20)).toBeUndefined()
})
