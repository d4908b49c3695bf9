import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createGate } from './gate.ts'

test('no more than the limit runs at once, in the order of arrival, and a failure frees its place', async () => {
  const gate = createGate(4)
  let running = 0
  let most = 0
  const order: number[] = []
  const works = Array.from({ length: 20 }, (_, i) =>
    gate(async () => {
      order.push(i)
      running += 1
      most = Math.max(most, running)
      await pause(2)
      running -= 1
      if (i % 3 === 0) throw new Error('planned')
      return i
    }),
  )
  const ends = await Promise.allSettled(works)
  expect(most).toBe(4)
  expect(order).toEqual([...order].sort((a, b) => a - b))
  expect(ends.filter((end) => end.status === 'rejected')).toHaveLength(7)
  expect(await gate(async () => 'open again')).toBe('open again')
})
