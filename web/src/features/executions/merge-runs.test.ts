import { expect, it } from 'vitest'
import type { Run } from './executions.types.ts'
import { mergeRuns } from './merge-runs.ts'

const run = (id: string, minute: number) =>
  ({ id, createdAt: `2026-11-16T10:${String(minute).padStart(2, '0')}:00.000Z` }) as Run
const ids = (pages: { runs: readonly Run[] }) => pages.runs.map(({ id }) => id).join('')

it('keeps what was read below the head, and drops what is no longer in its range', () => {
  const known = {
    runs: [run('e', 5), run('d', 4), run('c', 3), run('b', 2), run('a', 1)],
    nextCursor: 'more',
  }
  const head = { runs: [run('f', 6), run('e', 5), run('c', 3)], nextCursor: 'after c' }
  const merged = mergeRuns(known, head)
  expect(ids(merged)).toBe('fecba')
  expect(merged.nextCursor).toBe('more')
})

it('takes a head that is the whole list as it is', () => {
  const known = { runs: [run('b', 2), run('a', 1)], nextCursor: null }
  expect(ids(mergeRuns(known, { runs: [run('b', 2)], nextCursor: null }))).toBe('b')
})
