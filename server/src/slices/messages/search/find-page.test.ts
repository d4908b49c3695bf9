import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { After } from '../../../platform/page/newest-first.ts'
import { findPage } from './find-page.ts'

/** A list of matching and other entries, newest first, that counts scanned entries and index queries. */
function listOf(matches: boolean[], maxMatches: number, isRare = false) {
  const all = matches.map((match, i) => ({ id: String(i), match }))
  const found = all.filter(({ match }) => match)
  const used = { scanned: 0, queries: 0 }
  const strategy = {
    scan: async (after: After | undefined, count: number, limit: number) => {
      const start = after ? Number(after[1]) + 1 : 0
      const chunk = all.slice(start, start + count)
      used.scanned += chunk.length
      const last = chunk.at(-1)
      const end: After | undefined = last && ['', last.id]
      return { rows: chunk.filter(({ match }) => match).slice(0, limit), scanned: chunk.length, end }
    },
    queryIndex: async (limit: number) => {
      used.queries++
      return found.length > maxMatches ? undefined : found.slice(0, limit)
    },
  }
  return {
    used,
    found: found.map(({ id }) => id),
    page: async (limit: number) => {
      const rows = await findPage(
        {
          scan: strategy.scan,
          queryIndex: () => strategy.queryIndex(limit),
          initialScan: 10,
          maxScan: 100,
          isRare,
        },
        undefined,
        limit,
      )
      return rows.map(({ id }) => id)
    },
  }
}

it('returns the newest matches with any strategy', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.boolean(), { maxLength: 400 }),
      fc.nat(400),
      fc.nat(200),
      fc.integer({ min: 1, max: 50 }),
      fc.boolean(),
      async (dense, empty, maxMatches, limit, isRare) => {
        const gap = new Array<boolean>(empty).fill(false)
        for (const matches of [dense, [...gap, ...dense], [...dense, ...gap, ...dense]]) {
          const list = listOf(matches, maxMatches, isRare)
          expect(await list.page(limit)).toEqual(list.found.slice(0, limit))
        }
      },
    ),
  )
})

it('scans one or two pages without an index query when nearly all entries match', async () => {
  const { used, page } = listOf(new Array<boolean>(10_000).fill(true), 100)
  expect(await page(50)).toHaveLength(50)
  expect(used).toEqual({ scanned: 100, queries: 0 })
})

it('queries the index soon when the newest entries do not match', async () => {
  const matches = Array.from({ length: 10_000 }, (_, i) => i % 1_000 === 999)
  const { used, page } = listOf(matches, 100)
  expect(await page(50)).toHaveLength(10)
  expect(used).toEqual({ scanned: 100, queries: 1 })
})

it('queries the index first, and only once, for rare words', async () => {
  const matches = Array.from({ length: 10_000 }, (_, i) => i % 10 === 9)
  const few = listOf(matches, 5_000, true)
  expect(await few.page(50)).toHaveLength(50)
  expect(few.used).toEqual({ scanned: 0, queries: 1 })
  const many = listOf(matches, 100, true)
  expect(await many.page(50)).toEqual(many.found.slice(0, 50))
  expect(many.used.queries).toBe(1)
})

it('keeps scanning when the index has too many matches and the newest entries have none', async () => {
  const matches = Array.from({ length: 20_000 }, (_, i) => i >= 12_000)
  const { used, found, page } = listOf(matches, 100)
  expect(await page(50)).toEqual(found.slice(0, 50))
  expect(used.queries).toBe(1)
})
