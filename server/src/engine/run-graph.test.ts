import { describe, expect, it } from 'vitest'
import { basicToys, recorded, runToy, toy, toyGraph } from './fixtures/toy-run.ts'

const until = '2026-11-18T10:00:00.000Z'

/** Waits until a fixed time, and counts its calls. */
function delayType() {
  const calls: string[] = []
  const type = toy('delay', {
    run() {
      calls.push('run')
      return { wait: { for: 'time', until }, data: { until } }
    },
    resume({ input, run, waiting, data }) {
      calls.push('resume')
      return run.now < until ? { wait: waiting, data } : { data: { ...input, waited: true } }
    },
  })
  return { type, calls }
}

const graph = toyGraph({ start: ['pass'], before: ['echo', { n: 1 }], delay: ['delay'], after: ['echo'] }, [
  ['start', 'before'],
  ['before', 'delay'],
  ['delay', 'after'],
])

describe('a wait', () => {
  it('pauses the run until the earliest time', async () => {
    const { types, order } = basicToys()
    const { type } = delayType()
    const { outcome, steps } = await runToy(graph, [...types, type])
    expect(outcome).toMatchObject({
      status: 'waiting',
      wakeAt: until,
      waiting: [{ nodeId: 'delay', wait: { for: 'time', until } }],
    })
    expect(order).toEqual(['before'])
    expect(steps.delay).toMatchObject({ status: 'waiting', output: null, finishedAt: null })
    expect(steps.after).toBeUndefined()
  })

  it('is resumed from the recorded steps, without repeating what is finished', async () => {
    const { types, order } = basicToys()
    const { type, calls } = delayType()
    const first = await runToy(graph, [...types, type])
    const second = await runToy(graph, [...types, type], { known: recorded(first.steps), now: until })
    expect(second.outcome).toMatchObject({ status: 'succeeded', result: { n: 1, waited: true } })
    expect(order).toEqual(['before', 'after'])
    expect(calls).toEqual(['run', 'resume'])
    expect(second.steps.delay).toMatchObject({ status: 'succeeded', attempt: 1, wait: null })
    expect(second.steps.after?.seq).toBe(3)
  })

  it('continues when it is resumed too early', async () => {
    const { types, order } = basicToys()
    const { type, calls } = delayType()
    const first = await runToy(graph, [...types, type])
    const early = await runToy(graph, [...types, type], { known: recorded(first.steps) })
    expect(early.outcome).toMatchObject({ status: 'waiting', wakeAt: until })
    expect(calls).toEqual(['run', 'resume'])
    expect(order).toEqual(['before'])
  })

  it('does not hold up other branches', async () => {
    const { types, order } = basicToys()
    const { type } = delayType()
    const forked = toyGraph({ start: ['pass'], delay: ['delay'], other: ['echo'], end: ['echo'] }, [
      ['start', 'delay'],
      ['start', 'other'],
      ['other', 'end'],
    ])
    const { outcome } = await runToy(forked, [...types, type])
    expect(outcome.status).toBe('waiting')
    expect(order).toEqual(['other', 'end'])
  })

  it('is abandoned when another branch ends the run', async () => {
    const { types } = basicToys()
    const { type } = delayType()
    const end = toy('end', { run: () => ({ end: 'Done.', data: { ended: true } }) })
    const forked = toyGraph({ start: ['pass'], delay: ['delay'], last: ['end'] }, [
      ['start', 'delay'],
      ['start', 'last'],
    ])
    const { outcome } = await runToy(forked, [...types, type, end])
    expect(outcome).toMatchObject({
      status: 'succeeded',
      result: { ended: true },
      abandoned: [{ nodeId: 'delay' }],
    })
  })

  it('is skipped in a simulated run, which resumes at the end of the wait with a warning', async () => {
    const { types, order } = basicToys()
    const { type, calls } = delayType()
    const { outcome, steps } = await runToy(graph, [...types, type], { simulated: true })
    expect(outcome).toMatchObject({ status: 'succeeded', result: { n: 1, waited: true } })
    expect(order).toEqual(['before', 'after'])
    expect(calls).toEqual(['run', 'resume'])
    expect(steps.delay?.warnings).toEqual([
      { code: 'delay.simulated', message: `A real run would wait about 3 days here, until ${until}.` },
    ])
  })
})

describe('a replay', () => {
  it('takes recorded steps as they are and computes only what is missing', async () => {
    const { types, order } = basicToys()
    const chain = toyGraph({ start: ['pass'], a: ['echo', { n: 1 }], b: ['echo', { m: 2 }] }, [
      ['start', 'a'],
      ['a', 'b'],
    ])
    const whole = await runToy(chain, types)
    const known = recorded(whole.steps).filter(({ nodeId }) => nodeId !== 'b')
    const changed = known.map((step) => (step.nodeId === 'a' ? { ...step, data: { n: 'recorded' } } : step))
    order.length = 0
    const { outcome } = await runToy(chain, types, { known: changed })
    expect(order).toEqual(['b'])
    expect(outcome).toMatchObject({ result: { n: 'recorded', m: 2 } })
  })

  it('saves only the steps that changed', async () => {
    const { types } = basicToys()
    const { type } = delayType()
    const first = await runToy(graph, [...types, type])
    const { outcome } = await runToy(graph, [...types, type], { known: recorded(first.steps), now: until })
    expect(outcome.steps.map(({ nodeId }) => nodeId)).toEqual(['delay', 'after'])
  })
})
