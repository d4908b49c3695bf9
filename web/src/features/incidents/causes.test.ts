import { expect, it } from 'vitest'
import { causesOf } from './causes.ts'
import type { Incident } from './incidents.queries.ts'

const incident = (id: string, errorSummary: string, acknowledgedAt: string | null = null) =>
  ({ id, workflowId: 'w', nodeId: 'n', errorSummary, acknowledgedAt }) as Incident

it('makes one of incidents with the same cause, and keeps acknowledged ones apart', () => {
  const causes = causesOf([
    incident('1', '503'),
    incident('2', '404'),
    incident('3', '503'),
    incident('4', '503', '2026-11-16T12:00:00Z'),
  ])
  expect(causes.map(({ incidents }) => incidents.map(({ id }) => id))).toEqual([['1', '3'], ['2'], ['4']])
})
