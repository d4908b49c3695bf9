import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createKeyedSemaphore, createSemaphore } from './semaphore.ts'

const never = new AbortController().signal
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

describe('a semaphore', () => {
  it('grants permits in the order of requests, up to the limit', async () => {
    const semaphore = createSemaphore(2)
    const permits = Array.from({ length: 4 }, () => semaphore.request())
    const granted = () => permits.map((permit) => permit.isGranted())
    expect(granted()).toEqual([true, true, false, false])
    permits[1]?.release()
    expect(granted()).toEqual([true, false, true, false])
    await permits[2]?.granted
  })

  it('counts weights: a light request does not overtake a heavy one', () => {
    const semaphore = createSemaphore(10)
    const [first, heavy, light] = [semaphore.request(6), semaphore.request(8), semaphore.request(1)]
    expect([first, heavy, light].map((one) => one.isGranted())).toEqual([true, false, false])
    first.release()
    expect([heavy, light].map((one) => one.isGranted())).toEqual([true, true])
  })

  it('grants a request above the limit when nothing else is out', () => {
    const semaphore = createSemaphore(10)
    const small = semaphore.request(1)
    const huge = semaphore.request(50)
    expect(huge.isGranted()).toBe(false)
    small.release()
    expect(huge.isGranted()).toBe(true)
  })

  it('skips a cancelled request and ignores a second release', async () => {
    const semaphore = createSemaphore(1)
    const [a, b, c] = [semaphore.request(), semaphore.request(), semaphore.request()]
    b.release()
    a.release()
    a.release()
    expect(c.isGranted()).toBe(true)
    expect(semaphore.request().isGranted()).toBe(false)
  })

  it('stops waiting when the signal aborts', async () => {
    const semaphore = createSemaphore(1)
    const release = await semaphore.acquire(1, never)
    const stop = new AbortController()
    const waiting = semaphore.acquire(1, stop.signal)
    stop.abort(new Error('over'))
    await expect(waiting).rejects.toThrow('over')
    release()
    await nextTurn()
    expect(semaphore.request().isGranted()).toBe(true)
  })

  it('runs work up to the limit, in the order of arrival, and releases after a failure', async () => {
    const semaphore = createSemaphore(4)
    let running = 0
    let maxRunning = 0
    const order: number[] = []
    const works = Array.from({ length: 20 }, (_, i) =>
      semaphore.run(async () => {
        order.push(i)
        running += 1
        maxRunning = Math.max(maxRunning, running)
        await sleep(2)
        running -= 1
        if (i % 3 === 0) throw new Error('planned')
        return i
      }),
    )
    const ends = await Promise.allSettled(works)
    expect(maxRunning).toBe(4)
    expect(order).toEqual([...order].sort((a, b) => a - b))
    expect(ends.filter((end) => end.status === 'rejected')).toHaveLength(7)
    expect(await semaphore.run(async () => 'open again')).toBe('open again')
  })
})

it('a keyed semaphore limits each key on its own', async () => {
  const run = createKeyedSemaphore(1)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const events: string[] = []
  const a = run('a', async () => {
    await released
    events.push('a1')
  })
  const secondA = run('a', async () => void events.push('a2'))
  await run('b', async () => void events.push('b'))
  expect(events).toEqual(['b'])
  release()
  await Promise.all([a, secondA])
  expect(events).toEqual(['b', 'a1', 'a2'])
})

it('a keyed semaphore lets a call wait for a limited time', async () => {
  const run = createKeyedSemaphore(1)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const first = run('a', () => released)
  const limit = { maxWaitMs: 10, timeoutError: () => new Error('busy') }
  await expect(run('a', async () => 'second', limit)).rejects.toThrow('busy')
  expect(await run('b', async () => 'other', limit)).toBe('other')
  release()
  await first
  expect(await run('a', async () => 'third', limit)).toBe('third')
})

it('a permit that is held for too long no longer keeps the others waiting', async () => {
  const semaphore = createSemaphore(1, { maxHoldMs: 20 })
  const slow = semaphore.request()
  const next = semaphore.request()
  await next.granted
  expect([slow.isGranted(), next.isGranted()]).toEqual([true, true])
  slow.release()
  const third = semaphore.request()
  expect(third.isGranted()).toBe(false)
  next.release()
  expect(third.isGranted()).toBe(true)
  third.release()
})
