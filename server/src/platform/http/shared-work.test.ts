import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { isShared } from './shared-reads.ts'
import { createSharedWork } from './shared-work.ts'

/** Something that is read by its version and takes a while to make. */
function scripted() {
  const state = { version: 'one' as string | undefined }
  const reads: PromiseWithResolvers<{ version: string }>[] = []
  const works: PromiseWithResolvers<{ version: string; nr: number }>[] = []
  const steps = {
    readVersion: async () => ({ version: state.version }),
    read: () => {
      const one = Promise.withResolvers<{ version: string }>()
      reads.push(one)
      return one.promise
    },
    finish: async ({ version }: { version: string }) => {
      const one = Promise.withResolvers<{ version: string; nr: number }>()
      works.push(one)
      const { nr } = await one.promise
      return { version, nr }
    },
  }
  const read = async (at: number) => {
    reads[at]?.resolve({ version: state.version ?? '' })
    await setImmediate()
  }
  const make = async (at: number) => {
    works[at]?.resolve({ version: '', nr: at + 1 })
    await setImmediate()
  }
  return { state, steps, reads, works, read, make }
}

describe('work that several ask for while it is done', () => {
  it('is done once for all as long as nothing has changed', async () => {
    const { steps, reads, works, read, make } = scripted()
    const share = createSharedWork()
    const whileRead = [share('a', steps), share('a', steps)]
    await read(0)
    const whileMade = [share('a', steps), share('a', steps)]
    await setImmediate()
    await make(0)
    const results = await Promise.all([...whileRead, ...whileMade])
    expect(results.map(({ nr }) => nr)).toEqual([1, 1, 1, 1])
    expect([reads.length, works.length]).toEqual([1, 1])
    expect(results.every(isShared)).toBe(true)
  })

  it('is done anew, once, for those who ask after a change', async () => {
    const { state, steps, reads, read, make } = scripted()
    const share = createSharedWork()
    const before = share('a', steps)
    await read(0)
    state.version = 'two'
    const after = [share('a', steps), share('a', steps), share('a', steps)]
    await setImmediate()
    expect(reads).toHaveLength(2)
    await read(1)
    await make(1)
    await make(0)
    expect(await before).toEqual({ version: 'one', nr: 1 })
    expect(await Promise.all(after)).toEqual(Array.from({ length: 3 }, () => ({ version: 'two', nr: 2 })))
  })

  it('is kept for nobody, and is done apart for different questions', async () => {
    const { steps, reads, read, make } = scripted()
    const share = createSharedWork()
    const [first, other] = [share('a', steps), share('b', steps)]
    expect(reads).toHaveLength(2)
    await read(0)
    await read(1)
    await make(0)
    await make(1)
    expect([(await first).nr, (await other).nr]).toEqual([1, 2])
    const next = share('a', steps)
    expect(reads).toHaveLength(3)
    await read(2)
    await make(2)
    expect(await next).toEqual({ version: 'one', nr: 3 })
  })

  it('serves one who looked while it was finished', async () => {
    const { steps, reads, read, make } = scripted()
    const looked = Promise.withResolvers<{ version: string }>()
    const share = createSharedWork()
    const first = share('a', steps)
    await read(0)
    const second = share('a', { ...steps, readVersion: () => looked.promise })
    await make(0)
    looked.resolve({ version: 'one' })
    expect(await second).toBe(await first)
    expect(reads).toHaveLength(1)
  })

  it('fails for the one who began it, and is tried again for the others', async () => {
    const { steps, reads, read, make } = scripted()
    const share = createSharedWork()
    const first = share('a', steps)
    const second = share('a', steps)
    reads[0]?.reject(new Error('lost'))
    await expect(first).rejects.toThrow('lost')
    await setImmediate()
    await read(1)
    await make(0)
    expect(await second).toEqual({ version: 'one', nr: 1 })
  })

  it('is not waited for when it hangs', async () => {
    const { steps, reads, read, make } = scripted()
    const share = createSharedWork()
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      void share('a', steps)
      vi.advanceTimersByTime(501)
      const second = share('a', steps)
      expect(reads).toHaveLength(2)
      await read(1)
      await make(0)
      expect(await second).toEqual({ version: 'one', nr: 1 })
    } finally {
      vi.useRealTimers()
    }
  })

  it('is not shared where there is nothing any more', async () => {
    const { state, steps, reads, read } = scripted()
    const share = createSharedWork()
    const first = share('a', steps)
    await read(0)
    state.version = undefined
    const second = share('a', steps)
    await setImmediate()
    expect(reads).toHaveLength(2)
    reads[1]?.reject(new Error('gone'))
    await expect(second).rejects.toThrow('gone')
    void first
  })
})
