import { describe, expect, it } from 'vitest'
import { callNode, ids, validationIssues } from '../fixtures/call-node.ts'
import { flowCall } from './flow-call.ts'
import { flowDelay } from './flow-delay.ts'

const input = { a: 1 }

describe('a delay', () => {
  const office = {
    kind: 'working_hours',
    days: ['mon'],
    from: '09:00',
    to: '18:00',
    timeZone: 'Europe/Paris',
  }
  it.each([
    [{ kind: 'duration', amount: 2, unit: 'hours' }, '2026-11-13T12:00:00.000Z'],
    [{ kind: 'until', date: '2026-11-14T09:00' }, '2026-11-14T08:00:00.000Z'],
    [office, '2026-11-16T08:00:00.000Z'],
  ])('of %o waits until %s', async (wait, until) => {
    expect(await callNode(flowDelay, { wait }, { input })).toMatchObject({ wait: { for: 'time', until } })
  })
  it.each([
    { kind: 'until', date: '2026-11-01' },
    { ...office, days: ['fri'] },
  ])('of %o has already passed', async (wait) => {
    const { portCalls, ...result } = await callNode(flowDelay, { wait }, { input })
    expect(result).toEqual({ data: input })
  })
  it('continues at its time and not earlier', async () => {
    const wait = { kind: 'duration', amount: 2, unit: 'hours' }
    const waiting = { for: 'time' as const, until: '2026-11-13T12:00:00.000Z' }
    const early = await callNode(
      flowDelay,
      { wait },
      { input, resume: { waiting }, run: { now: '2026-11-13T11:59:59.000Z' } },
    )
    expect(early).toMatchObject({ wait: waiting })
    const { portCalls, ...result } = await callNode(
      flowDelay,
      { wait },
      { input, resume: { waiting }, run: { now: waiting.until } },
    )
    expect(result).toEqual({ data: input })
  })
  it.each([
    [{ kind: 'until', date: 'soon' }, 'delay.not_a_date'],
    [{ kind: 'until', date: '2036-01-01' }, 'delay.too_long'],
    [{ kind: 'duration', amount: 60, unit: 'weeks' }, 'delay.too_long'],
    [{ ...office, from: '18:00', to: '09:00' }, 'delay.no_working_hours'],
  ])('of %o fails permanently: %s', async (wait, code) => {
    await expect(callNode(flowDelay, { wait })).rejects.toMatchObject({ code, kind: 'permanent' })
  })
  it.each([
    {},
    { kind: 'duration', amount: 0, unit: 'days' },
    { kind: 'duration', amount: 1, unit: 'years' },
    { ...office, from: '9:00' },
    { ...office, timeZone: 'Paris' },
    { ...office, days: [] },
  ])('of %o is rejected', (wait) => {
    expect(validationIssues(flowDelay, { wait })).toBeDefined()
  })
})

describe('calling a workflow', () => {
  const params = { workflowId: ids.other, data: { n: 1 } }
  const child = (status: string, more = {}) => ({ id: 'child', status, data: null, error: null, ...more })
  const answers = (state: unknown) => ({
    'workflows.start': { executionId: 'child' },
    'workflows.find': state,
  })
  const waiting = { for: 'workflow' as const, until: null, ref: 'child' }

  it('starts it with the data and waits', async () => {
    const result = await callNode(flowCall, params, { answers: answers(child('queued')) })
    expect(result).toMatchObject({ wait: waiting, effects: [{ kind: 'workflow.started' }] })
    expect(result.portCalls[0]).toEqual(['workflows.start', ids.other, { n: 1 }])
  })
  it('does not wait if `wait` is false', async () => {
    const result = await callNode(flowCall, { ...params, wait: false }, { answers: answers(undefined) })
    expect(result).toMatchObject({ data: { executionId: 'child' } })
    expect(result.portCalls).toHaveLength(1)
  })
  it('returns the result of the called workflow', async () => {
    const result = await callNode(flowCall, params, {
      answers: answers(child('succeeded', { data: { sum: 3 } })),
      resume: { waiting },
    })
    expect(result).toMatchObject({ data: { sum: 3 } })
  })
  it('keeps waiting while the called workflow is in progress', async () => {
    const result = await callNode(flowCall, params, {
      answers: answers(child('waiting')),
      resume: { waiting },
    })
    expect(result).toMatchObject({ wait: waiting })
  })
  it.each([
    [child('failed', { error: { code: 'http.refused', message: 'No.' } }), 'http.refused'],
    [child('cancelled'), 'workflow.call_cancelled'],
    [undefined, 'workflow.call_gone'],
  ])('fails with the error of the called workflow: %o', async (state, code) => {
    const call = callNode(flowCall, params, { answers: answers(state), resume: { waiting } })
    await expect(call).rejects.toMatchObject({ code, kind: 'permanent' })
  })
  it.each([{}, { workflowId: 'mine' }, { ...params, data: 'text' }])('rejects %o', (bad) => {
    expect(validationIssues(flowCall, bad)).toBeDefined()
  })
})
