import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createPipeline } from './pipeline.ts'
import { newestFirst } from './uid-sets.ts'

const runAll = async (numbers: number[], work: (n: number) => Promise<void>) => {
  const pipeline = createPipeline()
  let [added, done, maxPending] = [0, 0, 0]
  for (const n of numbers) {
    maxPending = Math.max(maxPending, ++added - done)
    await pipeline.add(async () => {
      await work(n)
      done++
    })
  }
  await pipeline.done()
  return maxPending
}

describe('the pipeline', () => {
  it('runs in order, with few pending', async () => {
    const done: number[] = []
    const maxPending = await runAll([1, 2, 3, 4, 5], async (n) => {
      await sleep(12 - n * 2)
      done.push(n)
    })
    expect(done).toEqual([1, 2, 3, 4, 5])
    expect(maxPending).toBeLessThanOrEqual(3)
  })
  it('stops at a failure and reports it, after all earlier work is done', async () => {
    const done: number[] = []
    const failing = runAll([1, 2, 3, 4, 5], async (n) => {
      if (n === 3) throw new Error('full disk')
      done.push(n)
    })
    await expect(failing).rejects.toThrow('full disk')
    expect(done).toEqual([1, 2])
  })
})

describe('sets of UIDs', () => {
  it('are split newest first', () => {
    expect(newestFirst([1, 2, 3, 4, 5], 2)).toEqual([[5, 4], [3, 2], [1]])
  })
})
