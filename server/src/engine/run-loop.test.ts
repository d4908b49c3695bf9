import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import type { Data } from './define-node.ts'
import { permanent } from './fault.ts'
import { basicToys, memoryRecorder, recorded, runToy, toy, toyGraph } from './fixtures/toy-run.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

type Loop = { items: unknown[]; concurrency?: number; onItemError?: string; collect?: boolean }

const loop = toy('loop', {
  structure: 'loop',
  ports: { fixed: ['item', 'done'] },
  run: ({ params }) => ({ data: params.value as Data }),
})

/** A loop over `each` with one body node, and a node after it. */
const looping = (value: Loop, body: string, isReturning = true) =>
  toyGraph({ start: ['pass'], each: ['loop', value], body: [body], after: ['echo'] }, [
    ['start', 'each'],
    ['each', 'body', 'item'],
    ...(isReturning ? [['body', 'each'] as [string, string]] : []),
    ['each', 'after', 'done'],
  ])

describe('a loop', () => {
  it('runs its body once per item, in order, and then continues with the results', async () => {
    const { types, order } = basicToys()
    const graph = looping({ items: [{ n: 1 }, 'text', { n: 3 }] }, 'echo')
    const { outcome, steps } = await runToy(graph, [...types, loop])
    expect(order).toEqual(['each[0]/body', 'each[1]/body', 'each[2]/body', 'after'])
    expect(outcome).toMatchObject({
      status: 'succeeded',
      result: { items: [{ n: 1 }, { value: 'text' }, { n: 3 }], total: 3, succeeded: 3, failed: 0 },
    })
    expect(steps.each).toMatchObject({ output: 'done', loop: { status: 'done', total: 3, started: 3 } })
  })

  it('exposes the item and its position to expressions of the body', async () => {
    const { types } = basicToys()
    const graph = toyGraph(
      {
        start: ['pass'],
        each: ['loop', { items: ['a', 'b'] }],
        body: ['echo', { text: '{{ loop.item }}', at: '{{ loop.number }}', of: '{{ loop.total }}' }],
      },
      [
        ['start', 'each'],
        ['each', 'body', 'item'],
      ],
    )
    const { steps } = await runToy(graph, [...types, loop])
    expect(steps['each[1]/body']?.data).toEqual({ value: 'b', text: 'b', at: 2, of: 2 })
  })

  it('keeps no results where it does not collect them', async () => {
    const { types } = basicToys()
    const { outcome } = await runToy(looping({ items: [1, 2], collect: false }, 'echo'), [...types, loop])
    expect(outcome).toMatchObject({ result: { items: [], total: 2, succeeded: 2 } })
  })

  it('keeps no steps of ended iterations in memory once they are saved', async () => {
    const { types } = basicToys()
    const long = toy('long', { run: ({ input }) => ({ data: { ...input, text: 'x'.repeat(1000) } }) })
    const memory = memoryRecorder()
    const saved: WeakRef<object>[] = []
    memory.recorder.checkpoint = async (steps) => {
      for (const step of steps) if (step.nodeId === 'body') saved.push(new WeakRef(step))
    }
    let kept = Number.NaN
    const last = toy('echo', {
      async run() {
        // The steps that a checkpoint has just read are held until the next turn.
        await setImmediate()
        collectGarbage()
        kept = saved.filter((step) => step.deref()).length
        return { data: {} }
      },
    })
    const graph = looping({ items: Array.from({ length: 3000 }, (_, n) => n), collect: false }, 'long')
    const limits = { maxSteps: 10_000, maxBytes: 1024 ** 3 }
    await runToy(graph, [...types.filter(({ type }) => type !== 'echo'), long, last, loop], {
      memory,
      limits,
    })
    expect(saved.length).toBeGreaterThan(1000)
    expect(kept).toBeLessThan(10)
  })

  it('collects the last data of a body that does not lead back to it', async () => {
    const { types } = basicToys()
    const { outcome } = await runToy(looping({ items: [{ n: 7 }] }, 'echo', false), [...types, loop])
    expect(outcome).toMatchObject({ result: { items: [{ n: 7 }] } })
  })

  it('continues at once with an empty list', async () => {
    const { types, order } = basicToys()
    const { outcome } = await runToy(looping({ items: [] }, 'echo'), [...types, loop])
    expect(order).toEqual(['after'])
    expect(outcome).toMatchObject({ status: 'succeeded', result: { items: [], total: 0 } })
  })

  it.each([1, 2, 3])('runs %i iterations at a time and no more', async (concurrency) => {
    const { types } = basicToys()
    const active = { now: 0, max: 0 }
    const busy = toy('busy', {
      async run({ input }) {
        active.max = Math.max(active.max, ++active.now)
        await new Promise((resolve) => setTimeout(resolve, 5))
        active.now--
        return { data: input }
      },
    })
    const graph = looping({ items: [1, 2, 3, 4, 5, 6, 7], concurrency }, 'busy')
    const { outcome } = await runToy(graph, [...types, loop, busy])
    expect(outcome).toMatchObject({ status: 'succeeded', result: { succeeded: 7 } })
    expect(active.max).toBe(concurrency)
  })

  it('runs at most ten items in a simulated run', async () => {
    const { types, order } = basicToys()
    const items = Array.from({ length: 25 }, (_, n) => n)
    const { steps } = await runToy(looping({ items }, 'echo'), [...types, loop], { simulated: true })
    expect(order).toHaveLength(11)
    expect(steps.each?.loop).toMatchObject({ total: 10, succeeded: 10, simulatedLimit: 10 })
  })
})

describe('a failing iteration', () => {
  const picky = toy('picky', {
    run({ input }) {
      if (input.bad) throw permanent('toy.bad', 'A bad item.')
      return { data: input }
    },
  })
  const items = [{ n: 1 }, { n: 2, bad: true }, { n: 3 }]

  it('fails the loop and starts no further item', async () => {
    const { types, order } = basicToys()
    const { outcome, steps } = await runToy(looping({ items }, 'picky'), [...types, loop, picky])
    expect(outcome).toMatchObject({ status: 'failed', error: { code: 'toy.bad', nodeId: 'each' } })
    expect(order).toEqual([])
    expect(steps['each[2]/body']).toBeUndefined()
    expect(steps.each?.loop).toMatchObject({ status: 'failed', started: 2, succeeded: 1, failed: 1 })
  })

  it('is left out of the results where the loop continues', async () => {
    const { types, order } = basicToys()
    const graph = looping({ items, onItemError: 'continue' }, 'picky')
    const { outcome } = await runToy(graph, [...types, loop, picky])
    expect(order).toEqual(['after'])
    expect(outcome).toMatchObject({
      status: 'succeeded',
      result: { items: [{ n: 1 }, null, { n: 3 }], succeeded: 2, failed: 1 },
    })
  })
})

describe('a waiting iteration', () => {
  const until = '2026-11-15T11:00:00.000Z'
  const delay = toy('delay', {
    run: () => ({ wait: { for: 'time', until } }),
    resume: ({ input, run, waiting }) => (run.now < until ? { wait: waiting } : { data: input }),
  })
  const graph = looping({ items: ['a', 'b', 'c'], concurrency: 2 }, 'delay')

  it('keeps its slot, makes the run wait, and is resumed with the items recorded at first', async () => {
    const { types, order } = basicToys()
    const first = await runToy(graph, [...types, loop, delay])
    expect(first.outcome).toMatchObject({ status: 'waiting', wakeAt: until })
    // Two slots are taken by waiting iterations: the third does not start.
    expect(Object.keys(first.steps).sort()).toEqual(['each', 'each[0]/body', 'each[1]/body', 'start'])
    expect(order).toEqual([])

    const second = await runToy(graph, [...types, loop, delay], {
      known: recorded(first.steps),
      now: until,
    })
    // The first two are finished; the third has a slot now, and waits.
    expect(second.outcome.status).toBe('waiting')
    expect(second.steps.each?.loop).toMatchObject({ started: 3, succeeded: 2 })
    expect(second.steps['each[2]/body']?.status).toBe('waiting')

    const third = await runToy(graph, [...types, loop, delay], {
      known: recorded(second.steps),
      now: until,
    })
    expect(third.outcome).toMatchObject({
      status: 'succeeded',
      result: { items: [{ value: 'a' }, { value: 'b' }, { value: 'c' }], succeeded: 3 },
    })
    expect(order).toEqual(['after'])
  })
})
