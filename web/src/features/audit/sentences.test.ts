import { expect, it } from 'vitest'
import { detailRows } from './sentences.ts'

it('shows nested details by their path', () => {
  expect(detailRows({ effects: { sessions: 2, list: ['a', 'b'] }, by: null })).toEqual([
    ['effects.sessions', '2'],
    ['effects.list', 'a, b'],
    ['by', 'null'],
  ])
})
