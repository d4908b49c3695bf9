import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { compareSources, readSourceState, type SourceState } from './source-state.ts'

const paths = ['a.ts', 'b.ts']
let root: string
let known: SourceState

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mw-sources-'))
  for (const path of paths) writeFileSync(join(root, path), `text of ${path}`)
  known = readSourceState(root, paths)
})
afterEach(() => rmSync(root, { recursive: true }))

it('finds unchanged files the same', () => {
  expect(compareSources(root, paths, known)).toEqual({ same: true })
})

it('finds files the same that were written again, and returns their new state', () => {
  utimesSync(join(root, 'a.ts'), 1, 1)
  const { same, touched } = compareSources(root, paths, known)
  expect([same, touched?.content]).toEqual([true, known.content])
  expect(compareSources(root, paths, touched ?? known)).toEqual({ same: true })
})

it('finds a change that keeps size and modification time', () => {
  const { atime, mtime } = statSync(join(root, 'a.ts'))
  writeFileSync(join(root, 'a.ts'), 'TEXT of a.ts')
  utimesSync(join(root, 'a.ts'), atime, mtime)
  expect(compareSources(root, paths, known)).toEqual({ same: false })
})

it('finds text that moved from one file to the next', () => {
  writeFileSync(join(root, 'a.ts'), 'text of a.tst')
  writeFileSync(join(root, 'b.ts'), 'ext of b.ts')
  expect(compareSources(root, paths, known)).toEqual({ same: false })
})

it('finds a deleted file', () => {
  rmSync(join(root, 'b.ts'))
  expect(compareSources(root, paths, known)).toEqual({ same: false })
  expect(compareSources(root, ['a.ts'], known)).toEqual({ same: false })
})
