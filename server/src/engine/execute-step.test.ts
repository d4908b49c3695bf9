import { describe, expect, it } from 'vitest'
import { fault } from '../platform/errors/app-error.ts'
import { PortBusy, permanent, transient } from './fault.ts'
import { basicToys, memoryRecorder, recorded, runToy, toy, toyGraph } from './fixtures/toy-run.ts'
import { RunOwnershipLost } from './run.ts'

const only = (type: string, more: Parameters<typeof toyGraph>[0][string][2] = {}) =>
  toyGraph({ start: [type, undefined, more] }, [])

/** Fails in the given way on its first calls. */
function flaky(failures: Error[]) {
  const calls: number[] = []
  const type = toy('flaky', {
    run({ attempt }) {
      calls.push(attempt)
      const failure = failures[calls.length - 1]
      if (failure) throw failure
      return { data: { calls: calls.length } }
    },
  })
  return { type, calls }
}

describe('retrying', () => {
  const busy = transient('toy.busy', 'Busy.')

  it('retries after a transient failure and records every attempt', async () => {
    const { type, calls } = flaky([busy, busy])
    const { outcome, steps } = await runToy(only('flaky', { retry: { maxAttempts: 3, delayMs: 1 } }), [type])
    expect(calls).toEqual([1, 2, 3])
    expect(outcome).toMatchObject({ status: 'succeeded', result: { calls: 3 } })
    expect(steps.start).toMatchObject({
      attempt: 3,
      error: null,
      attempts: [
        { attempt: 1, code: 'toy.busy', kind: 'transient', retried: true },
        { attempt: 2, code: 'toy.busy', kind: 'transient', retried: true },
      ],
    })
  })

  it('gives up after the last attempt', async () => {
    const { type, calls } = flaky([busy, busy, busy])
    const { outcome } = await runToy(only('flaky', { retry: { maxAttempts: 2, delayMs: 1 } }), [type])
    expect(calls).toEqual([1, 2])
    expect(outcome).toMatchObject({ status: 'failed', error: { code: 'toy.busy', attempts: 2 } })
  })

  it('does not retry unless the node asks for it', async () => {
    const { type, calls } = flaky([busy])
    expect((await runToy(only('flaky'), [type])).outcome.status).toBe('failed')
    expect(calls).toEqual([1])
  })

  it.each([
    ['a permanent failure', permanent('toy.wrong', 'Wrong.'), 'toy.wrong'],
    ['an unexpected error', new TypeError('x is not a function'), 'node.failed'],
    ['a rejection by another part', fault('workflow.not_found'), 'workflow.not_found'],
  ])('does not retry %s', async (_, failure, code) => {
    const { type, calls } = flaky([failure])
    const { outcome } = await runToy(only('flaky', { retry: { maxAttempts: 5, delayMs: 1 } }), [type])
    expect(calls).toEqual([1])
    expect(outcome).toMatchObject({ status: 'failed', error: { code, kind: 'permanent' } })
  })

  it('logs an unexpected error and keeps its text out of the step', async () => {
    const error = Object.assign(new Error('insert into secrets failed at /srv/app/db.ts'), { code: '23505' })
    const memory = memoryRecorder()
    const { outcome, steps } = await runToy(only('flaky'), [flaky([error]).type], { memory })
    expect(memory.unexpected).toEqual([error])
    expect(JSON.stringify([outcome, steps])).not.toMatch(/secrets|srv|23505/)
  })

  it('turns a long back-off into a wait, and makes the next attempt when it is resumed', async () => {
    const { type, calls } = flaky([busy])
    const graph = only('flaky', { retry: { maxAttempts: 2, delayMs: 60_000 } })
    const before = Date.now()
    const first = await runToy(graph, [type])
    expect(first.outcome).toMatchObject({
      status: 'waiting',
      waiting: [{ nodeId: 'start', wait: { retry: true } }],
    })
    const wakeAt = first.outcome.status === 'waiting' ? Date.parse(first.outcome.wakeAt ?? '') : 0
    expect(wakeAt - before).toBeGreaterThanOrEqual(45_000)
    expect(wakeAt - before).toBeLessThan(80_000)
    const second = await runToy(graph, [type], { known: recorded(first.steps) })
    expect(calls).toEqual([1, 2])
    expect(second.outcome).toMatchObject({ status: 'succeeded', result: { calls: 2 } })
  })

  it('waits as long as the failure asks for', async () => {
    const { type } = flaky([transient('toy.busy', 'Busy.', { retryAfterMs: 600_000 })])
    const before = Date.now()
    const { outcome } = await runToy(only('flaky', { retry: { maxAttempts: 2, delayMs: 1 } }), [type])
    const wakeAt = outcome.status === 'waiting' ? Date.parse(outcome.wakeAt ?? '') : 0
    expect(wakeAt - before).toBeGreaterThanOrEqual(600_000)
  })
})

describe('a busy port', () => {
  it('makes the run wait without counting an attempt', async () => {
    const { type, calls } = flaky([new PortBusy(60_000), new PortBusy(60_000)])
    const graph = only('flaky')
    const first = await runToy(graph, [type])
    expect(first.outcome).toMatchObject({ status: 'waiting', waiting: [{ wait: { retry: true } }] })
    const second = await runToy(graph, [type], { known: recorded(first.steps) })
    expect(second.outcome.status).toBe('waiting')
    const third = await runToy(graph, [type], { known: recorded(second.steps) })
    expect(calls).toEqual([1, 1, 1])
    expect(third.outcome).toMatchObject({ status: 'succeeded', result: { calls: 3 } })
    expect(third.steps.start).toMatchObject({ attempt: 1, attempts: [], error: null })
  })
})

describe('a timeout', () => {
  it('ends a call that hangs, as a transient failure, and aborts its signal', async () => {
    let signal: AbortSignal | undefined
    const hang = toy('hang', {
      uses: ['world'],
      run(call) {
        signal = call.signal
        return new Promise(() => undefined)
      },
    })
    const { outcome } = await runToy(only('hang', { timeoutMs: 30 }), [hang])
    expect(outcome).toMatchObject({ status: 'failed', error: { code: 'node.timeout', kind: 'transient' } })
    await expect.poll(() => signal?.aborted).toBe(true)
  })
})

describe('effects', () => {
  const write = toy('write', {
    effect: 'table',
    uses: ['world'],
    async run({ use, key, params }) {
      await use.world.write(key)
      if (params.value === 'fail') throw permanent('toy.after', 'Failed after writing.')
      return { data: { written: key }, effects: [{ kind: 'toy.written', description: 'Written.' }] }
    },
  })

  it('are committed together with the finished step', async () => {
    const { memory, steps } = await runToy(only('write'), [write])
    expect(memory.written).toEqual(['run:start'])
    expect(memory.commits).toHaveLength(1)
    expect(memory.commits[0]).toMatchObject([
      { nodeId: 'start', status: 'succeeded', effects: [{ kind: 'toy.written' }] },
    ])
    expect(memory.commits[0]?.[0]?.finishedAt).not.toBeNull()
    expect(steps.start?.data).toEqual({ written: 'run:start' })
  })

  it('are rolled back together with the result when the node fails', async () => {
    const graph = toyGraph({ start: ['write', 'fail'] }, [])
    const { memory, steps } = await runToy(graph, [write])
    expect(memory.written).toEqual([])
    expect(steps.start).toMatchObject({ status: 'failed', effects: [], data: null })
  })

  it('do not happen in a simulated run, which reports them as simulated', async () => {
    const { memory, steps } = await runToy(only('write'), [write], { simulated: true, triggerData: { a: 1 } })
    expect(memory.written).toEqual([])
    expect(memory.commits).toEqual([])
    expect(steps.start).toMatchObject({
      status: 'succeeded',
      effects: [{ kind: 'toy.written', simulated: true }],
      input: { a: 1 },
    })
  })

  it('do not happen while their kind is stopped', async () => {
    const memory = memoryRecorder(['table'])
    const { outcome } = await runToy(only('write'), [write], { memory })
    expect(outcome).toMatchObject({ status: 'failed', error: { code: 'workflow.effect_stopped' } })
    expect(memory.written).toEqual([])
  })

  it('of a node that calls other servers happen outside a transaction', async () => {
    const start = toy('start', { ...write, transactional: false } as never)
    const { memory, outcome } = await runToy(only('start'), [{ ...start, type: 'start' }])
    expect(outcome.status).toBe('succeeded')
    expect(memory.commits).toEqual([])
    expect(memory.written).toEqual(['run:start'])
  })

  it('of a node without effect that asks for a transaction are committed with its step, too', async () => {
    const start = toy('start', { ...write, effect: 'none', transactional: true } as never)
    const { memory } = await runToy(only('start'), [{ ...start, type: 'start' }])
    expect(memory.commits).toHaveLength(1)
    expect(memory.written).toEqual(['run:start'])
  })
})

describe('a call to another service', () => {
  const call = (isRepeatable: boolean) =>
    toy('call', {
      effect: 'external',
      uses: ['world'],
      repeatable: () => isRepeatable,
      async run({ use, key }) {
        await use.world.write(key)
        return { data: { called: true } }
      },
    })

  it('is preceded by a record of the intent', async () => {
    const { memory } = await runToy(only('call'), [call(false)])
    expect(memory.commits.map((steps) => steps.map(({ status }) => status))).toEqual([
      ['running'],
      ['succeeded'],
    ])
  })

  const interrupted = async (isRepeatable: boolean) => {
    const first = await runToy(only('call'), [call(isRepeatable)])
    const [intent] = first.memory.commits
    return runToy(only('call'), [call(isRepeatable)], { known: structuredClone(intent ?? []) })
  }

  it('is not repeated after a crash, and says that its effect is unknown', async () => {
    const { outcome, memory, steps } = await interrupted(false)
    expect(outcome).toMatchObject({ status: 'failed', error: { code: 'node.interrupted' } })
    expect(memory.written).toEqual([])
    expect(steps.start?.attempts).toMatchObject([{ interrupted: true, retried: false }])
  })

  it('is repeated after a crash where that is safe', async () => {
    const { outcome, memory, steps } = await interrupted(true)
    expect(outcome).toMatchObject({ status: 'succeeded', result: { called: true } })
    expect(memory.written).toEqual(['run:start'])
    expect(steps.start?.attempts).toMatchObject([{ interrupted: true, retried: true }])
  })
})

describe('losing ownership of a run', () => {
  it('stops it without a failed step, since the new owner records the outcome', async () => {
    const { types, order } = basicToys()
    const memory = memoryRecorder()
    const thief = toy('thief', {
      effect: 'table',
      run() {
        memory.state.isOwned = false
        return {}
      },
    })
    const graph = toyGraph(
      { start: ['pass'], steal: ['thief', undefined, { retry: { maxAttempts: 5 } }], next: ['echo'] },
      [
        ['start', 'steal'],
        ['steal', 'next'],
      ],
    )
    await expect(runToy(graph, [...types, thief], { memory })).rejects.toThrow(RunOwnershipLost)
    expect(memory.commits).toEqual([])
    expect(order).toEqual([])
  })

  it('interrupts a call in progress', async () => {
    const owner = new AbortController()
    const hang = toy('hang', { run: () => new Promise(() => undefined) })
    const running = runToy(only('hang'), [hang], { signal: owner.signal })
    owner.abort(new RunOwnershipLost('cancelled'))
    await expect(running).rejects.toThrow('cancelled')
  })
})
