import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { pipeline } from './pipeline.ts'
import { newestFirst } from './uid-sets.ts'

const run = (options: Partial<Parameters<typeof pipeline<number, number, number>>[0]> = {}) => {
  const stored: number[] = []
  let inHand = 0
  let most = 0
  const done = pipeline<number, number, number>({
    slices: [1, 2, 3, 4, 5],
    signal: new AbortController().signal,
    read: async (n) => {
      most = Math.max(most, ++inHand)
      return n
    },
    // The first takes longest: order must not depend on it.
    parse: async (n) => {
      await sleep(30 - n * 5)
      return n
    },
    store: async (n) => {
      await sleep(2)
      stored.push(n)
      inHand--
    },
    ...options,
  })
  return { done, stored, most: () => most }
}

describe('the pipeline', () => {
  it('stores in order whatever the parsing takes, with few slices in hand', async () => {
    const { done, stored, most } = run()
    await done
    expect(stored).toEqual([1, 2, 3, 4, 5])
    expect(most()).toBeLessThanOrEqual(3)
  })
  it('stops at a failure and tells it, with all before it stored', async () => {
    const stored: number[] = []
    const { done } = run({
      store: async (n) => {
        if (n === 3) throw new Error('full disk')
        stored.push(n)
      },
    })
    await expect(done).rejects.toThrow('full disk')
    expect(stored).toEqual([1, 2])
  })
  it('ends when it is told to', async () => {
    const stop = new AbortController()
    const { done, stored } = run({
      signal: stop.signal,
      read: async (n) => {
        if (n === 2) stop.abort()
        return n
      },
    })
    await expect(done).rejects.toThrow()
    expect(stored).toEqual([1, 2])
  })
})

describe('sets of UIDs', () => {
  it('are cut with the newest first', () => {
    expect(newestFirst([1, 2, 3, 4, 5], 2)).toEqual([[5, 4], [3, 2], [1]])
  })
})
