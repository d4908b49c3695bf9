import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import {
  backgroundTurn,
  beginRequest,
  gatherRequests,
  noteRequestOf,
  restForRequests,
} from './background-turns.ts'

it('gives each computation a turn of the event loop of its own, in order', async () => {
  const log: string[] = []
  const compute = async (name: string) => {
    await backgroundTurn()
    log.push(name)
  }
  const io = async () => {
    for (const n of [1, 2, 3, 4]) {
      await nextTurn()
      log.push(`io ${n}`)
    }
  }
  await Promise.all([compute('a'), compute('b'), compute('c'), io()])
  expect(log.filter((entry) => !entry.startsWith('io'))).toEqual(['a', 'b', 'c'])
  // No two computations follow one another without I/O in between.
  const [first, second, third] = ['a', 'b', 'c'].map((name) => log.indexOf(name)) as [number, number, number]
  expect(second - first).toBeGreaterThan(1)
  expect(third - second).toBeGreaterThan(1)
})

it('lets a request that has just begun go first, and does not wait for it forever', async () => {
  await backgroundTurn()
  const end = beginRequest()
  const log: string[] = []
  const computing = backgroundTurn().then(() => log.push('computed'))
  await nextTurn()
  await nextTurn()
  log.push('answered')
  // The request never ends here: the computation continues all the same.
  await computing
  end()
  expect(log).toEqual(['answered', 'computed'])
})

it('lets owners take turns, however much work one of them has waiting', async () => {
  const log: string[] = []
  const compute = (owner: string, name: string) => backgroundTurn({ owner }).then(() => log.push(name))
  const busy = Array.from({ length: 5 }, (_, i) => compute('busy', `busy ${i}`))
  await Promise.all([...busy, compute('other', 'other')])
  expect(log.indexOf('other')).toBeLessThan(2)
})

it('continues the oldest work of an owner first, so that one piece ends before the next one grows', async () => {
  const log: string[] = []
  const compute = async (order: string) => {
    for (let i = 0; i < 3; i++) {
      await backgroundTurn({ owner: 'ada', order })
      log.push(order)
    }
  }
  await Promise.all([compute('2'), compute('1'), compute('3')])
  expect(log.slice(0, 6)).toEqual(['1', '1', '1', '2', '2', '2'])
})

const compute = (ms: number) => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

const durationOf = async (work: () => Promise<unknown>) => {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function inTurn<T>(times: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = []
  while (results.length < times) results.push(await work())
  return results
}

it('lets a request wait for others and not for itself', async () => {
  const answer = async () => {
    const end = beginRequest()
    await backgroundTurn({ owner: 'reader', isRequest: true })
    end()
  }
  const answerOften = async () => {
    for (let i = 0; i < 20; i++) await answer()
  }
  // The shortest of several: the machine may stand still for a moment.
  const alone = Math.min(...(await inTurn(5, () => durationOf(answerOften))))
  const end = beginRequest()
  const beside = await durationOf(answerOften)
  end()
  expect(alone).toBeLessThan(beside / 2)
})

const computeOften = async (owner: string, times: number, ms: number, log: string[]) => {
  for (let i = 0; i < times; i++) {
    await backgroundTurn({ owner, isRequest: true })
    compute(ms)
    log.push(owner)
    noteRequestOf(owner)
  }
}

it('while others send requests, makes an owner who computes a lot rest, and no other', async () => {
  const orders: string[][] = []
  const findOrder = async () => {
    const log: string[] = []
    const round = orders.length
    await Promise.all([computeOften(`busy ${round}`, 3, 6, log), computeOften(`reader ${round}`, 3, 0, log)])
    orders.push(log.map((owner) => owner.replace(/ .*/, '')))
    return orders.at(-1)
  }
  // More than once: if the machine stands still for a moment, that counts as computing.
  await expect
    .poll(findOrder, { timeout: 20_000 })
    .toEqual(['busy', 'reader', 'reader', 'reader', 'busy', 'busy'])
})

it('makes nobody rest because of their own requests', async () => {
  const compute = (others: boolean) =>
    durationOf(async () => {
      await sleep(60)
      for (let i = 0; i < 10; i++) {
        if (others) noteRequestOf('other')
        await computeOften('owner', 1, 6, [])
      }
    })
  expect(await compute(false)).toBeLessThan((await compute(true)) / 2)
})

it('lets work in batches rest while requests keep coming, for twice as long as the batch took, and 100 ms at most', async () => {
  await sleep(30)
  expect(restForRequests(20)).toBeUndefined()
  const end = beginRequest()
  const startedAt = performance.now()
  await restForRequests(20)
  expect(performance.now() - startedAt).toBeGreaterThan(38)
  await restForRequests(60_000)
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  // Nothing new for a while: the request waits for something else.
  await sleep(110)
  expect(restForRequests(20)).toBeUndefined()
  end()
  beginRequest()()
  expect(restForRequests(20)).toBeDefined()
  await sleep(30)
  expect(restForRequests(20)).toBeUndefined()
})

it('lets work in batches rest for ten times as long while very many requests are in progress', async () => {
  const ends = Array.from({ length: 64 }, beginRequest)
  const startedAt = performance.now()
  await restForRequests(5)
  expect(performance.now() - startedAt).toBeGreaterThan(45)
  beginRequest()()
  await restForRequests(60_000)
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  for (const end of ends) end()
})

it('does not count requests among very many that have been in progress for long', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.advanceTimersByTime(1_800_000)
  const ends = Array.from({ length: 64 }, beginRequest)
  for (let i = 0; i < 2; i++) {
    vi.advanceTimersByTime(600)
    beginRequest()()
  }
  vi.useRealTimers()
  const restMs = () =>
    durationOf(async () => {
      beginRequest()()
      await restForRequests(5)
    })
  await expect.poll(restMs, { timeout: 20_000 }).toBeLessThan(45)
  for (const end of ends) end()
})

it('gathers requests while many of them come', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.advanceTimersByTime(3_600_000)
  for (let i = 0; i < 7; i++) beginRequest()()
  expect(gatherRequests()).toBeUndefined()
  beginRequest()()
  expect(gatherRequests()).toBeDefined()
  vi.advanceTimersByTime(30)
  expect(gatherRequests()).toBeUndefined()
  vi.useRealTimers()
})
