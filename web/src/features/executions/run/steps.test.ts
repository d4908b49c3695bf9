import { expect, it } from 'vitest'
import type { Step } from '../executions.types.ts'
import { barsOf, gistOf, linesOf } from './steps.ts'

const step = (nodeId: string, more: Partial<Step> = {}): Step => ({
  id: `run.${nodeId}`,
  nodeId,
  status: 'succeeded',
  attempt: 1,
  output: 'main',
  data: null,
  dataTruncated: false,
  durationMs: 10,
  effects: [],
  llmSkipped: false,
  attempts: [],
  warnings: [],
  error: null,
  startedAt: '2026-11-16T10:00:01.000Z',
  finishedAt: '2026-11-16T10:00:02.000Z',
  ...more,
})
const span = { start: Date.parse('2026-11-16T10:00:00.000Z'), length: 10_000 }

it('lists steps as they ran, then what was not reached', () => {
  const nodes = ['a', 'b', 'c'].map((id) => ({ id, name: id.toUpperCase(), type: 'flow.set' }))
  const lines = linesOf({ steps: [step('b'), step('b'), step('gone')] }, nodes)
  expect(lines.map(({ node, step: at }) => [node.name, at !== undefined])).toEqual([
    ['B', true],
    ['B', true],
    ['gone', true],
    ['A', false],
    ['C', false],
  ])
})

it('draws a step as one bar, and a repeated one by its attempts', () => {
  expect(barsOf(step('a'), span)).toEqual([{ left: 0.1, width: 0.1, kind: 'done' }])
  const attempt = { attempt: 1, code: 'x', message: '', kind: 'transient' as const, retried: true }
  const bars = barsOf(
    step('a', {
      status: 'failed',
      attempts: [
        { ...attempt, at: '2026-11-16T10:00:03.000Z' },
        { ...attempt, at: '2026-11-16T10:00:05.000Z' },
      ],
    }),
    span,
  )
  expect(bars.map(({ kind, left }) => [kind, left])).toEqual([
    ['gap', 0.1],
    ['failed', 0.3],
    ['failed', 0.5],
  ])
  expect(barsOf(step('a', { copiedFrom: 'other' }), span)).toEqual([])
})

it('says in a few words what a step gave', () => {
  expect(gistOf(step('a', { data: { total: 42, list: [1], text: 'a\nb', isBig: true, more: 1 } }))).toBe(
    'total: 42, text: a b, isBig: true',
  )
})
