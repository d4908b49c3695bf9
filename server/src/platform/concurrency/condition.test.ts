import { expect, it } from 'vitest'
import { createCondition } from './condition.ts'

const timedOut = () => new Error('timed out')

it('wakes every waiter at the next notification', async () => {
  const condition = createCondition()
  const waits = Promise.all([condition.wait(), condition.wait()])
  condition.notifyAll()
  await waits
})

it('checks at once and at each notification until there is a value', async () => {
  const condition = createCondition()
  let value: string | undefined
  const waiting = condition.until(5_000, () => value, timedOut)
  condition.notifyAll()
  value = 'ready'
  condition.notifyAll()
  expect(await waiting).toBe('ready')
  expect(await condition.until(5_000, () => value, timedOut)).toBe('ready')
})

it('rejects when the check throws, and after the timeout', async () => {
  const condition = createCondition()
  const failing = () => {
    throw new Error('closed')
  }
  await expect(condition.until(5_000, failing, timedOut)).rejects.toThrow('closed')
  await expect(condition.until(5, () => undefined, timedOut)).rejects.toThrow('timed out')
})
