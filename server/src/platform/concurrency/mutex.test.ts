import { describe, expect, it } from 'vitest'
import { createMutex, createYieldingMutex } from './mutex.ts'

describe('a mutex', () => {
  it('runs one at a time, in order, and goes on after a failure', async () => {
    const lock = createMutex()
    const events: string[] = []
    const work = (name: string, fails = false) =>
      lock(async () => {
        events.push(`${name} starts`)
        await Promise.resolve()
        events.push(`${name} ends`)
        if (fails) throw new Error(name)
        return name
      })
    const results = await Promise.allSettled([work('a'), work('b', true), work('c')])
    expect(events).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends'])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })
})

describe('a yielding mutex', () => {
  it('tells the holder when another caller arrives', async () => {
    const lock = createYieldingMutex()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: started, resolve: start } = Promise.withResolvers<void>()
    const holder = lock(async () => {
      start()
      await released
      return 'yielded'
    }, release)
    await started
    expect(await lock(async () => 'next')).toBe('next')
    expect(await holder).toBe('yielded')
  })

  it('tells the holder at once when others already wait', async () => {
    const lock = createYieldingMutex()
    let contended = 0
    const first = lock(
      async () => contended,
      () => {
        contended += 1
      },
    )
    const second = lock(async () => 'second')
    expect(await first).toBe(1)
    expect(await second).toBe('second')
  })
})
