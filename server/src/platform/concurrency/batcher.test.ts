import { expect, it } from 'vitest'
import { createBatcher } from './batcher.ts'

/** A batch function that records its batches and finishes each one on demand. */
function recorder() {
  const batches: number[][] = []
  const pending: (() => void)[] = []
  const run = async (items: number[]) => {
    batches.push(items)
    await new Promise<void>((resolve) => pending.push(resolve))
    return items.map((item) => item * 10)
  }
  return { batches, run, finish: () => pending.shift()?.() }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

it('batches what arrives together, and what arrives while all places are taken', async () => {
  const { batches, run, finish } = recorder()
  const ask = createBatcher(run, { maxInFlight: 1 })
  const first = [ask(1), ask(2)]
  await nextTurn()
  const second = [ask(3), ask(4)]
  await nextTurn()
  expect(batches).toEqual([[1, 2]])
  finish()
  expect(await Promise.all(first)).toEqual([10, 20])
  await nextTurn()
  finish()
  expect(await Promise.all(second)).toEqual([30, 40])
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ])
})

it('splits at the maximum size and runs as many batches at once as allowed', async () => {
  const { batches, run, finish } = recorder()
  const ask = createBatcher(run, { maxBatch: 2, maxInFlight: 2 })
  const answers = [1, 2, 3, 4, 5].map(ask)
  await nextTurn()
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ])
  finish()
  await nextTurn()
  expect(batches).toHaveLength(3)
  finish()
  finish()
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50])
})

it('starts another batch beside one in flight only with as many items as that takes', async () => {
  const { batches, run, finish } = recorder()
  const ask = createBatcher(run, { maxInFlight: 2, minBeside: 3 })
  const answers = [ask(1)]
  await nextTurn()
  answers.push(ask(2), ask(3))
  await nextTurn()
  expect(batches).toEqual([[1]])
  answers.push(ask(4))
  await nextTurn()
  expect(batches).toEqual([[1], [2, 3, 4]])
  answers.push(ask(5), ask(6), ask(7), ask(8))
  finish()
  await nextTurn()
  expect(batches).toEqual([[1], [2, 3, 4], [5, 6, 7, 8]])
  answers.push(ask(9))
  finish()
  finish()
  await nextTurn()
  expect(batches.at(-1)).toEqual([9])
  finish()
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90])
})

it('waits for the delay before the first batch', async () => {
  const batches: number[][] = []
  const ask = createBatcher(
    async (items: number[]) => {
      batches.push(items)
      return items
    },
    { delayMs: 20, maxInFlight: 1 },
  )
  const first = ask(1)
  await nextTurn()
  const second = ask(2)
  expect(batches).toEqual([])
  expect(await Promise.all([first, second])).toEqual([1, 2])
  expect(batches).toEqual([[1, 2]])
})

it('rejects all items of a failed batch and goes on', async () => {
  let calls = 0
  const ask = createBatcher(async (items: number[]) => {
    if (++calls === 1) throw new Error('planned')
    return items
  })
  const results = await Promise.allSettled([ask(1), ask(2)])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask(3)).toBe(3)
})

it('settles a batch before it rests, and takes what arrives during the rest', async () => {
  const { batches, run, finish } = recorder()
  const { promise: rested, resolve: endRest } = Promise.withResolvers<void>()
  const ask = createBatcher(run, { maxInFlight: 1, rest: () => rested })
  const first = ask(1)
  await nextTurn()
  finish()
  expect(await first).toBe(10)
  const second = [ask(2), ask(3)]
  await nextTurn()
  expect(batches).toEqual([[1]])
  endRest()
  await nextTurn()
  finish()
  expect(await Promise.all(second)).toEqual([20, 30])
})
