import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../platform/db/database.ts'
import { everyType, openTables, type TestTables } from './fixtures/open-tables.ts'
import { createTableUse, type Filter } from './index.ts'

const limits = { maxTables: 9, maxColumns: 9, maxRows: 1_000_000, maxCellChars: 20 }
const published: unknown[] = []
const use = createTableUse({ limits, live: { publish: (_db, event) => void published.push(event) } })

let t: TestTables
let id: string
beforeAll(async () => {
  t = await openTables()
  ;({ id } = await t.create({ name: 'Used', slug: 'used', columns: everyType }))
  await t.insert(id, { code: 'a', amount: 1 }, { code: 'b', amount: 2 }, { code: 'c', amount: 3 })
})
afterAll(() => t.server.close())

/** Rolls back at the end. */
async function inTransaction<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const tx = await t.server.db.begin()
  try {
    return await work(tx)
  } finally {
    await tx.rollback()
  }
}
const above = (value: number) => [{ column: 'amount', op: 'gt', value } as const]

describe('row access for other slices', () => {
  it('describes a table and its columns, and finds existing names', async () => {
    const table = await use.findTable(t.server.db, 'used')
    expect([table?.id, table?.columns[0]]).toMatchObject([id, { key: 'code', isKey: true }])
    expect(await use.findTable(t.server.db, 'none')).toBeUndefined()
    const names = [id, 'used', 'none', '00000000-0000-4000-8000-000000000000']
    expect([...(await use.findExisting(t.server.db, names))]).toEqual([id, 'used'])
  })

  it('finds and counts rows by slug or id', () =>
    inTransaction(async (db) => {
      const rows = await use.findRows(db, 'used', {
        filters: above(1),
        sort: 'amount',
        dir: 'desc',
        limit: 1,
      })
      expect(rows.map(({ values }) => values.code)).toEqual(['c'])
      const filters: Filter[] = [...above(2), { column: 'code', op: 'eq', value: 'a' }]
      const any = { filters, match: 'any' as const }
      expect([await use.countRows(db, id, any), await use.countRows(db, id, {})]).toEqual([2, 3])
    }))

  it('writes in the transaction of the caller, and returns counts', async () => {
    await inTransaction(async (db) => {
      const row = await use.insertRow(db, id, { code: 'd', amount: '4' })
      expect(row.values).toMatchObject({ code: 'd', amount: 4 })
      expect(await use.upsertRow(db, id, { code: 'd', amount: 5 })).toMatchObject({
        created: false,
        row: { id: row.id, values: { amount: 5 } },
      })
      expect(await use.updateRows(db, id, { filters: above(1) }, { state: 'open' })).toBe(3)
      expect(await use.updateRows(db, id, { ids: [row.id, 'x'] }, { amount: null })).toBe(1)
      expect(await use.deleteRows(db, id, { filters: above(2) })).toBe(1)
      expect(await use.deleteRows(db, id, { ids: [row.id] })).toBe(1)
      expect(await use.countRows(db, id, {})).toBe(2)
    })
    expect((await t.list(id)).body).toMatchObject({ total: 3, totalUnfiltered: 3 })
  })

  it('returns whether a key was seen before', () =>
    inTransaction(async (db) => {
      const seen = async (key: string) => use.seenBefore(db, 'used', key)
      expect([await seen('a'), await seen('new'), await seen('new')]).toEqual([true, false, true])
    }))

  it('leaves the transaction usable after a rejection', () =>
    inTransaction(async (db) => {
      const refused = (work: Promise<unknown>) => work.then(String, ({ code }) => code)
      const codes = [
        await refused(use.insertRow(db, id, { code: 'a' })),
        await refused(use.insertRow(db, id, { amount: 'x' })),
        await refused(use.insertRow(db, id, { code: 'x'.repeat(21) })),
        await refused(use.insertRow(db, 'none', {})),
        await refused(use.updateRows(db, id, { filters: above(0) }, { code: 'same' })),
        await refused(use.updateRows(db, id, { filters: [] }, {})),
        await refused(use.deleteRows(db, id, { filters: [] })),
        await refused(use.findRows(db, id, { sort: 'nope' })),
      ]
      expect(codes).toEqual([
        'tables.duplicate_row',
        'tables.invalid_value',
        'tables.limit_reached',
        'tables.not_found',
        'tables.duplicate_row',
        'request.bad_request',
        'request.bad_request',
        'request.bad_request',
      ])
      expect(await use.countRows(db, id, {})).toBe(3)
    }))

  it('requires a single key column for seenBefore', async () => {
    const bare = await t.create({ name: 'Bare', columns: [{ label: 'A' }] })
    await inTransaction((db) =>
      expect(use.seenBefore(db, bare.id, 'a')).rejects.toMatchObject({ code: 'tables.no_key' }),
    )
  })

  it('publishes one event per transaction', async () => {
    published.length = 0
    await t.server.db.transaction(async (db) => {
      for (const code of ['x', 'y', 'z']) await use.insertRow(db, id, { code })
    })
    await t.server.db.transaction((db) =>
      use.deleteRows(db, id, { filters: [{ column: 'code', op: 'gte', value: 'x' }] }),
    )
    const event = { everyone: true, type: 'table.updated', data: { tableId: id, what: 'rows' } }
    expect(published).toEqual([event, event])
  })
})
