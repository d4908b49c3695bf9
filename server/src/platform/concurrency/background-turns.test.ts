import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { backgroundTurn, beginRequest } from './background-turns.ts'

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
