import { describe, expect, it } from 'vitest'
import { permanent } from './fault.ts'
import { basicToys, runToy, toy, toyGraph } from './fixtures/toy-run.ts'

const failing = toy('fail', {
  run() {
    throw permanent('toy.failed', 'The toy failed.')
  },
})

/** A node that finishes once the test opens it. */
function gateType() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const type = toy('gate', {
    async run({ input }) {
      await promise
      return { data: { ...input, gated: true } }
    },
  })
  return { type, open: resolve }
}

describe('walking a graph', () => {
  it('runs a chain in order and passes the data on', async () => {
    const { types, order } = basicToys()
    const graph = toyGraph({ start: ['pass'], a: ['echo', { a: 1 }], b: ['echo', { b: 2 }] }, [
      ['start', 'a'],
      ['a', 'b'],
    ])
    const { outcome, steps } = await runToy(graph, types, { triggerData: { given: true } })
    expect(order).toEqual(['a', 'b'])
    expect(outcome).toMatchObject({ status: 'succeeded', result: { given: true, a: 1, b: 2 } })
    expect(Object.values(steps).map(({ seq, nodeId, status }) => [seq, nodeId, status])).toEqual([
      [0, 'start', 'succeeded'],
      [1, 'a', 'succeeded'],
      [2, 'b', 'succeeded'],
    ])
  })

  it('makes the output of earlier steps available to expressions', async () => {
    const { types } = basicToys()
    const graph = toyGraph(
      { start: ['pass'], a: ['echo', { n: 20 }], b: ['echo', { sum: '{{ steps.a.data.n + 1 }}' }] },
      [
        ['start', 'a'],
        ['a', 'b'],
      ],
    )
    const { outcome } = await runToy(graph, types)
    expect(outcome).toMatchObject({ result: { n: 20, sum: 21 } })
  })

  it('follows the chosen port and skips the other branch down to the join', async () => {
    const { types, order } = basicToys()
    const graph = toyGraph(
      { start: ['pass'], fork: ['choose', 'a'], left: ['echo'], right: ['echo'], after: ['echo'] },
      [
        ['start', 'fork'],
        ['fork', 'left', 'a'],
        ['fork', 'right', 'b'],
        ['left', 'after'],
        ['right', 'after'],
      ],
    )
    const { outcome, steps } = await runToy(graph, types)
    expect(outcome.status).toBe('succeeded')
    expect(order).toEqual(['fork', 'left', 'after'])
    expect(steps.right).toMatchObject({ status: 'skipped', attempt: 0 })
  })

  it('runs the branches of a fork concurrently', async () => {
    const { types, order } = basicToys()
    const gate = gateType()
    const graph = toyGraph({ start: ['pass'], slow: ['gate'], afterSlow: ['echo'], fast: ['echo'] }, [
      ['start', 'slow'],
      ['start', 'fast'],
      ['slow', 'afterSlow'],
    ])
    const running = runToy(graph, [...types, gate.type])
    await expect.poll(() => order).toEqual(['fast'])
    gate.open()
    await running
    expect(order).toEqual(['fast', 'afterSlow'])
  })

  it('fails on an unknown node type', async () => {
    const { types } = basicToys()
    const { outcome } = await runToy(toyGraph({ start: ['nobody'] }, []), types)
    expect(outcome).toMatchObject({ status: 'failed', error: { code: 'node.unknown_type', nodeId: 'start' } })
  })
})

describe('a merge', () => {
  const forked = (mode: string) =>
    toyGraph(
      {
        start: ['pass'],
        slow: ['gate'],
        fast: ['echo', { fast: true }],
        join: ['merge', undefined, { params: { mode } }],
      },
      [
        ['start', 'slow'],
        ['start', 'fast'],
        ['slow', 'join'],
        ['fast', 'join'],
      ],
    )

  it('waits for all of its inputs and keys them by node', async () => {
    const { types, order } = basicToys()
    const gate = gateType()
    const running = runToy(forked('all'), [...types, gate.type])
    await expect.poll(() => order).toEqual(['fast'])
    gate.open()
    const { steps } = await running
    expect(order).toEqual(['fast', 'join'])
    expect(steps.join?.data).toEqual({
      from: ['fast', 'slow'],
      input: { fast: { fast: true }, slow: { gated: true } },
    })
  })

  it.each(['any', 'first'])('starts once, with its first input, in mode %s', async (mode) => {
    const { types, order } = basicToys()
    const gate = gateType()
    const running = runToy(forked(mode), [...types, gate.type])
    await expect.poll(() => order).toEqual(['fast', 'join'])
    gate.open()
    const { steps } = await running
    expect(order).toEqual(['fast', 'join'])
    expect(steps.join?.data).toEqual({ from: ['fast'], input: { fast: true } })
  })

  it('does not wait for a branch that is skipped', async () => {
    const { types, order } = basicToys()
    const graph = toyGraph(
      {
        start: ['pass'],
        fork: ['choose', 'b'],
        left: ['echo'],
        right: ['echo'],
        join: ['merge', undefined, { params: { mode: 'all' } }],
      },
      [
        ['start', 'fork'],
        ['fork', 'left', 'a'],
        ['fork', 'right', 'b'],
        ['left', 'join'],
        ['right', 'join'],
      ],
    )
    const { steps } = await runToy(graph, types)
    expect(order).toEqual(['fork', 'right', 'join'])
    expect(steps.join?.data).toMatchObject({ from: ['right'] })
  })
})

describe('a failing node', () => {
  const graph = (onError: 'fail' | 'continue' | 'errorPort') =>
    toyGraph({ start: ['pass'], bad: ['fail', undefined, { onError }], next: ['echo'], rescue: ['echo'] }, [
      ['start', 'bad'],
      ['bad', 'next'],
      ['bad', 'rescue', 'error'],
    ])

  it('fails the run', async () => {
    const { types, order } = basicToys()
    const { outcome, steps } = await runToy(graph('fail'), [...types, failing])
    expect(outcome).toMatchObject({
      status: 'failed',
      error: { code: 'toy.failed', nodeId: 'bad', attempts: 1, kind: 'permanent' },
    })
    expect(order).toEqual([])
    expect(steps.bad).toMatchObject({ status: 'failed', output: null })
  })

  it.each([
    ['continue', 'next'],
    ['errorPort', 'rescue'],
  ] as const)('with onError %s passes its error on to %s', async (onError, node) => {
    const { types, order } = basicToys()
    const { outcome, steps } = await runToy(graph(onError), [...types, failing])
    expect(outcome.status).toBe('succeeded')
    expect(order).toEqual([node])
    expect(steps[node]?.data).toEqual({ error: { code: 'toy.failed', message: 'The toy failed.' } })
  })

  it('interrupts the other branches, which count as skipped', async () => {
    const { types } = basicToys()
    const gate = gateType()
    const forked = toyGraph({ start: ['pass'], slow: ['gate'], bad: ['fail'] }, [
      ['start', 'slow'],
      ['start', 'bad'],
    ])
    const { outcome, steps } = await runToy(forked, [...types, gate.type, failing])
    expect(outcome.status).toBe('failed')
    expect(steps.slow).toMatchObject({ status: 'skipped', error: null })
  })
})

describe('stop and end', () => {
  const stop = toy('stop', { run: () => ({ stop: 'No match.', data: { kept: 1 } }) })
  const end = toy('end', { run: () => ({ end: 'Done.', data: { last: true } }) })

  it('stop ends its branch only', async () => {
    const { types, order } = basicToys()
    const graph = toyGraph({ start: ['pass'], halt: ['stop'], never: ['echo'], other: ['echo'] }, [
      ['start', 'halt'],
      ['halt', 'never'],
      ['start', 'other'],
    ])
    const { outcome, steps } = await runToy(graph, [...types, stop])
    expect(outcome.status).toBe('succeeded')
    expect(order).toEqual(['other'])
    expect(steps.halt).toMatchObject({
      status: 'succeeded',
      output: null,
      warnings: [{ code: 'stopped', message: 'No match.' }],
    })
    expect(steps.never?.status).toBe('skipped')
  })

  it('end ends the whole run as succeeded, with its data as the result', async () => {
    const { types, order } = basicToys()
    const gate = gateType()
    const graph = toyGraph({ start: ['pass'], slow: ['gate'], after: ['echo'], last: ['end'] }, [
      ['start', 'slow'],
      ['slow', 'after'],
      ['start', 'last'],
    ])
    const { outcome, steps } = await runToy(graph, [...types, gate.type, end])
    expect(outcome).toMatchObject({ status: 'succeeded', result: { last: true } })
    expect(order).toEqual([])
    expect(steps.slow?.status).toBe('skipped')
  })
})

describe('disabled and pinned nodes', () => {
  it('a disabled node passes its input on without running', async () => {
    const { types, order } = basicToys()
    const graph = toyGraph(
      { start: ['pass'], off: ['echo', { added: 1 }, { disabled: true }], next: ['echo'] },
      [
        ['start', 'off'],
        ['off', 'next'],
      ],
    )
    const { steps } = await runToy(graph, types, { triggerData: { n: 1 } })
    expect(order).toEqual(['next'])
    expect(steps.off).toMatchObject({ status: 'skipped', disabled: true, data: { n: 1 } })
    expect(steps.next?.data).toEqual({ n: 1 })
  })

  const pinned = {
    ...toyGraph({ start: ['pass'], fork: ['choose', 'a'], left: ['echo'], right: ['echo'] }, [
      ['start', 'fork'],
      ['fork', 'left', 'a'],
      ['fork', 'right', 'b'],
    ]),
    pins: { fork: { output: { pinned: 1 }, port: 'b', pinnedAt: '2026-11-15T09:00:00.000Z' } },
  }

  it('a pinned node returns its pinned data by its pinned port in a simulated run', async () => {
    const { types, order } = basicToys()
    const { steps } = await runToy(pinned, types, { simulated: true })
    expect(order).toEqual(['right'])
    expect(steps.fork).toMatchObject({ pinned: true, status: 'succeeded', output: 'b' })
    expect(steps.right?.data).toEqual({ pinned: 1 })
  })

  it('a pin does not count in a real run', async () => {
    const { types, order } = basicToys()
    const { steps } = await runToy(pinned, types)
    expect(order).toEqual(['fork', 'left'])
    expect(steps.fork).toMatchObject({ pinned: false, output: 'a' })
  })
})
