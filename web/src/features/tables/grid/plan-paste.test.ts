import { expect, it } from 'vitest'
import type { Column, TableRow } from '../tables.queries.ts'
import { planPaste } from './plan-paste.ts'

const column = (key: string, type: Column['type']): Column => ({
  key,
  label: key.toUpperCase(),
  type,
  isKey: false,
  required: false,
  options: [],
  width: null,
  description: null,
})
const row = (id: string, values: TableRow['values']): TableRow => ({
  id,
  values,
  createdAt: '',
  updatedAt: '',
})

it('changes the rows that are there, adds the others, and reports what does not fit', () => {
  const plan = planPaste({
    cells: [
      ['a', '1', 'beyond the last column'],
      ['b', 'many'],
      ['c', '3'],
    ],
    columns: [column('name', 'text'), column('amount', 'number')],
    rows: [row('1', { name: 'old', amount: 9 }), row('2', {})],
    locale: 'en',
  })
  expect(plan.changes.update).toEqual([
    { id: '1', values: { name: 'a', amount: 1 } },
    { id: '2', values: { name: 'b' } },
  ])
  expect(plan.changes.insert).toEqual([{ values: { name: 'c', amount: 3 } }])
  expect(plan.old).toEqual([
    { id: '1', values: { name: 'old', amount: 9 } },
    { id: '2', values: { name: null } },
  ])
  expect(plan.problems).toEqual([{ line: 2, column: 'AMOUNT', text: 'many', problem: 'number' }])
})
