import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { After } from '../../../platform/page/newest-first.ts'
import { findPage } from './find-page.ts'

/** A list of which each entry matches or not, newest first, and how often it was looked at and asked. */
function listOf(matches: boolean[], few: number, rare = false) {
  const all = matches.map((match, i) => ({ id: String(i), match }))
  const found = all.filter(({ match }) => match)
  const used = { looked: 0, asked: 0 }
  const ways = {
    look: async (after: After | undefined, most: number, limit: number) => {
      const start = after ? Number(after[1]) + 1 : 0
      const chunk = all.slice(start, start + most)
      used.looked += chunk.length
      const last = chunk.at(-1)
      const end: After | undefined = last && ['', last.id]
      return { rows: chunk.filter(({ match }) => match).slice(0, limit), looked: chunk.length, end }
    },
    ask: async (limit: number) => {
      used.asked++
      return found.length > few ? undefined : found.slice(0, limit)
    },
  }
  return {
    used,
    found: found.map(({ id }) => id),
    page: async (limit: number) => {
      const rows = await findPage(
        { look: ways.look, ask: () => ways.ask(limit), first: 10, most: 100, rare },
        undefined,
        limit,
      )
      return rows.map(({ id }) => id)
    },
  }
}

it('gives the newest matches, whatever way they are found', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.boolean(), { maxLength: 400 }),
      fc.nat(400),
      fc.nat(200),
      fc.integer({ min: 1, max: 50 }),
      fc.boolean(),
      async (dense, empty, few, limit, rare) => {
        const gap = new Array<boolean>(empty).fill(false)
        for (const matches of [dense, [...gap, ...dense], [...dense, ...gap, ...dense]]) {
          const list = listOf(matches, few, rare)
          expect(await list.page(limit)).toEqual(list.found.slice(0, limit))
        }
      },
    ),
  )
})

it('looks at a page or two where nearly all match, and does not ask the index', async () => {
  const { used, page } = listOf(new Array<boolean>(10_000).fill(true), 100)
  expect(await page(50)).toHaveLength(50)
  expect(used).toEqual({ looked: 100, asked: 0 })
})

it('asks the index soon where the newest do not match', async () => {
  const matches = Array.from({ length: 10_000 }, (_, i) => i % 1_000 === 999)
  const { used, page } = listOf(matches, 100)
  expect(await page(50)).toHaveLength(10)
  expect(used).toEqual({ looked: 100, asked: 1 })
})

it('asks the index at once, and once, for what is known to be rare', async () => {
  const matches = Array.from({ length: 10_000 }, (_, i) => i % 10 === 9)
  const few = listOf(matches, 5_000, true)
  expect(await few.page(50)).toHaveLength(50)
  expect(few.used).toEqual({ looked: 0, asked: 1 })
  const many = listOf(matches, 100, true)
  expect(await many.page(50)).toEqual(many.found.slice(0, 50))
  expect(many.used.asked).toBe(1)
})

it('goes on one by one where the index holds too many and the newest hold none', async () => {
  const matches = Array.from({ length: 20_000 }, (_, i) => i >= 12_000)
  const { used, found, page } = listOf(matches, 100)
  expect(await page(50)).toEqual(found.slice(0, 50))
  expect(used.asked).toBe(1)
})
