import { portsOf } from '@mailwright/contract/workflow-graph/node-type'
import { describe, expect, it } from 'vitest'
import { callNode, validationIssues } from '../fixtures/call-node.ts'
import { flowFail } from './flow-fail.ts'
import { flowFilter } from './flow-filter.ts'
import { flowLoop } from './flow-loop.ts'
import { flowMerge } from './flow-merge.ts'
import { flowNote } from './flow-note.ts'
import { flowSet } from './flow-set.ts'
import { flowStop } from './flow-stop.ts'
import { flowSwitch } from './flow-switch.ts'

const is = (value: unknown, compareTo: string) => ({ type: 'text', value, operator: 'equals', compareTo })

describe('a switch', () => {
  const cases = (value: unknown) => [
    { port: 'small', conditions: [is(value, 's')] },
    { port: 'other', match: 'any', conditions: [is(value, 's'), is(value, 'm')] },
  ]
  it.each([
    ['s', 'small'],
    ['m', 'other'],
    ['x', 'fallback'],
    [null, 'fallback'],
  ])('chooses the first matching case: %j leaves by %s', async (value, port) => {
    expect(await callNode(flowSwitch, { cases: cases(value) }, { input: { a: 1 } })).toMatchObject({
      port,
      data: { a: 1 },
    })
  })
  it('has a port for each case and a fallback', () => {
    expect(portsOf(flowSwitch, { params: { cases: cases('s') }, onError: 'fail' })).toEqual([
      'fallback',
      'small',
      'other',
    ])
  })
  it.each(['fallback', 'error', 'Big', 'a b', '', 'x'.repeat(41)])('rejects a case named %j', (port) => {
    expect(validationIssues(flowSwitch, { cases: [{ port, conditions: [is('a', 'a')] }] })).toBeDefined()
  })
  it('requires at least one case', () => {
    expect(validationIssues(flowSwitch, { cases: [] })).toBeDefined()
  })
})

describe('a filter', () => {
  it('passes matching data on', async () => {
    const { portCalls, ...result } = await callNode(
      flowFilter,
      { conditions: [is('a', 'a')] },
      { input: { a: 1 } },
    )
    expect(result).toEqual({ data: { a: 1 }, warnings: [] })
  })
  it('stops without an error, with its reason', async () => {
    const params = { conditions: [is('a', 'b')], reason: 'Not for us.' }
    expect(await callNode(flowFilter, params)).toMatchObject({ stop: 'Not for us.' })
  })
  it('stops with a code that the reader is told in their language, if there is no reason', async () => {
    const result = await callNode(flowFilter, { conditions: [is('a', 'b')] })
    expect(result).toMatchObject({ stop: { code: 'filter.not_met' } })
  })
})

describe('a merge', () => {
  const inputs = [
    { from: 'x', port: 'main', data: { n: 1 } },
    { from: 'y', port: 'main', data: { n: 2 } },
  ]
  const input = { x: { n: 1 }, y: { n: 2 } }
  it.each([
    [{}, input],
    [{ mode: 'any' }, input],
    [{ mode: 'first' }, { n: 1 }],
  ])('with %o returns %o', async (params, data) => {
    expect(await callNode(flowMerge, params, { input, inputs })).toMatchObject({ data })
  })
  it('rejects an unknown mode', () => {
    expect(validationIssues(flowMerge, { mode: 'last' })).toBeDefined()
  })
})

describe('a loop', () => {
  it('returns its items and how the engine runs them', async () => {
    const { portCalls, ...result } = await callNode(flowLoop, { list: ['a', 'b'] })
    const data = { items: ['a', 'b'], total: 2, concurrency: 1, onItemError: 'fail', collect: true }
    expect(result).toEqual({ data, warnings: [] })
  })
  it('warns about the number of items it leaves out', async () => {
    const result = await callNode(flowLoop, { list: ['a', 'b', 'c'], max: 2 })
    expect(result).toMatchObject({
      data: { items: ['a', 'b'], total: 3 },
      warnings: [{ code: 'loop.too_long' }],
    })
  })
  it.each([null, 'a,b', { a: 1 }, 3])('fails permanently on %j, which is not a list', async (list) => {
    await expect(callNode(flowLoop, { list })).rejects.toMatchObject({
      code: 'loop.not_a_list',
      kind: 'permanent',
    })
  })
  it.each([{ max: 0 }, { max: 1001 }, { concurrency: 21 }, { onItemError: 'skip' }])(
    'rejects %o',
    (params) => {
      expect(validationIssues(flowLoop, { list: [], ...params })).toBeDefined()
    },
  )
})

describe('setting fields', () => {
  const fields = [
    { name: 'a', value: 1 },
    { name: 'b', value: { deep: [true] } },
  ]
  it('returns the fields, and the input if it is kept', async () => {
    const input = { a: 0, z: 9 }
    expect(await callNode(flowSet, { fields }, { input })).toMatchObject({
      data: { a: 1, b: { deep: [true] } },
    })
    const kept = await callNode(flowSet, { fields, keepInput: true }, { input })
    expect(kept).toMatchObject({ data: { a: 1, b: { deep: [true] }, z: 9 } })
  })
  it.each(['__proto__', 'constructor', 'a b', '1a', ''])('rejects the name %j', (name) => {
    expect(validationIssues(flowSet, { fields: [{ name, value: 1 }] })).toBeDefined()
  })
})

describe('ending a run', () => {
  it('succeeds with flow.stop', async () => {
    expect(await callNode(flowStop, { reason: 'Nothing to do.' })).toMatchObject({ end: 'Nothing to do.' })
  })
  it('fails permanently with flow.fail', async () => {
    await expect(callNode(flowFail, { message: 'No order number.' })).rejects.toMatchObject({
      kind: 'permanent',
      message: 'No order number.',
      code: 'workflow.failed_on_purpose',
    })
  })
})

it('a note passes its input on unchanged', async () => {
  const { portCalls, ...result } = await callNode(flowNote, { text: 'why' }, { input: { a: 1 } })
  expect([result, portCalls]).toEqual([{ data: { a: 1 } }, []])
})
