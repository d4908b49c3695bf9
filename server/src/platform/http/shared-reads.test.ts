import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createSharedReads, isShared } from './shared-reads.ts'

function counting() {
  const reads: PromiseWithResolvers<{ n: number }>[] = []
  const read = () => {
    const one = Promise.withResolvers<{ n: number }>()
    reads.push(one)
    return one.promise
  }
  const answer = async () => {
    const at = reads.length - 1
    reads[at]?.resolve({ n: at + 1 })
    await setImmediate()
  }
  return { reads, read, answer }
}

describe('reads that several ask for at the same time', () => {
  it('are done once for all that wait, and never before they were asked for', async () => {
    const share = createSharedReads()
    const { reads, read, answer } = counting()
    const first = share('a', read)
    const later = [share('a', read), share('a', read), share('a', read)]
    expect(reads).toHaveLength(1)
    await answer()
    expect(reads).toHaveLength(2)
    await answer()
    const results = await Promise.all([first, ...later])
    expect(results.map(({ n }) => n)).toEqual([1, 2, 2, 2])
    expect(results.map(isShared)).toEqual([false, true, true, true])
  })

  it('are kept for nobody', async () => {
    const share = createSharedReads()
    const { reads, read, answer } = counting()
    for (let n = 1; n <= 3; n++) {
      const result = share('a', read)
      await answer()
      expect(await result).toEqual({ n })
    }
    expect(reads).toHaveLength(3)
  })

  it('are done apart for different questions', async () => {
    const share = createSharedReads()
    const { reads, read } = counting()
    void share('a', read)
    void share('b', read)
    expect(reads).toHaveLength(2)
  })

  it('are done again for those who wait behind one that fails', async () => {
    const share = createSharedReads()
    const { reads, read, answer } = counting()
    const first = share('a', read)
    const second = share('a', read)
    reads[0]?.reject(new Error('lost'))
    await expect(first).rejects.toThrow('lost')
    await setImmediate()
    await answer()
    expect(await second).toEqual({ n: 2 })
  })
})
