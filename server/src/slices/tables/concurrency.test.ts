import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTables, type TestTables } from './fixtures/open-tables.ts'
import { createTableUse } from './index.ts'
import { countWrites } from './tables.store.ts'

let t: TestTables
beforeAll(async () => {
  t = await openTables()
})
afterAll(() => t.server.close())

const rows = (id: string) => `/api/v1/tables/${id}/rows`
const keyed = () => t.create({ name: 'Busy', columns: [{ label: 'Code', isKey: true }, { label: 'Note' }] })
const statuses = (answers: { status: number }[]) =>
  Object.fromEntries(Object.entries(Object.groupBy(answers, (a) => a.status)).map(([s, a]) => [s, a?.length]))
const together = <T>(n: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => work(i)))

describe('concurrent callers', () => {
  it('insert a key only once', async () => {
    const { id } = await keyed()
    const answers = await together(50, (i) =>
      t.ada.session('POST', rows(id), { body: { values: { code: 'same', note: String(i) } } }),
    )
    expect(statuses(answers)).toEqual({ 201: 1, 409: 49 })
    expect((await t.list(id)).body).toMatchObject({ total: 1 })
  })

  it.each([true, false])('upsert a key into one row, with unique keys: %s', async (keyUnique) => {
    const { id } = await keyed()
    await t.admin.session('PATCH', `/api/v1/tables/${id}`, { body: { keyUnique } })
    const answers = await together(30, (i) =>
      t.ada.session('PUT', rows(id), { body: { values: { code: 'same', note: String(i) } } }),
    )
    expect(answers.filter(({ body }) => body.created)).toHaveLength(1)
    expect((await t.list(id)).body).toMatchObject({ total: 1, totalUnfiltered: 1 })
  })

  it('check whether a key was seen before, and exactly one gets false', async () => {
    const { id } = await keyed()
    const use = createTableUse({
      live: { publish: () => undefined },
      limits: { maxTables: 9, maxColumns: 9, maxRows: 1_000_000, maxCellChars: 99 },
    })
    const seen = await together(20, () => t.server.db.transaction((db) => use.seenBefore(db, id, 'k')))
    expect(seen.filter((one) => !one)).toHaveLength(1)
  })

  it('add columns without losing any', async () => {
    const { id } = await keyed()
    const answers = await together(6, () =>
      t.admin.session('POST', `/api/v1/tables/${id}/columns`, { body: { label: 'New' } }),
    )
    expect(statuses(answers)).toEqual({ 200: 6 })
    const { table } = (await t.ada.session('GET', `/api/v1/tables/${id}`)).body
    expect(table.columns.map((c: { key: string }) => c.key).toSorted()).toEqual(
      ['code', 'note', 'new', 'new_2', 'new_3', 'new_4', 'new_5', 'new_6'].toSorted(),
    )
  })

  it('write and read rows while columns are added, removed and converted', async () => {
    const { id } = await keyed()
    let changing = true
    const change = async () => {
      for (let i = 0; i < 4; i++) {
        const column = `/api/v1/tables/${id}/columns`
        await t.admin.session('POST', column, { body: { label: 'Extra', key: 'extra', type: 'number' } })
        await t.admin.session('PATCH', `${column}/extra`, { body: { type: 'text' } })
        await t.admin.session('PATCH', `${column}/note`, { body: { type: i % 2 === 0 ? 'number' : 'text' } })
        await t.admin.session('DELETE', `${column}/extra`)
      }
      changing = false
    }
    const answers: { status: number; body: { code?: string } }[] = []
    const work = async (who: number) => {
      for (let i = 0; changing; i++) {
        const values = { code: `${who}-${i}`, note: String(i), ...(i % 3 === 0 ? { extra: i } : {}) }
        answers.push(await t.ada.session('POST', rows(id), { body: { values } }))
        answers.push(await t.list(id, { sort: 'note', dir: 'desc', q: String(who) }))
      }
    }
    await Promise.all([change(), work(1), work(2), work(3)])
    const other = answers.filter(({ status, body }) => status >= 400 && body.code !== 'tables.invalid_value')
    expect(other).toEqual([])
    const inserted = answers.filter(({ status }) => status === 201).length
    expect((await t.list(id)).body).toMatchObject({ total: inserted, totalUnfiltered: inserted })
  })

  it('get correct counts while writes are compacted', async () => {
    const { id } = await keyed()
    let writing = true
    const count = async () => {
      while (writing) await countWrites(t.server.db, 3)
    }
    const write = async () => {
      await together(40, () => t.ada.session('POST', rows(id), { body: { values: {} } }))
      writing = false
    }
    await Promise.all([count(), count(), write()])
    expect((await t.list(id)).body.totalUnfiltered).toBe(40)
    while ((await countWrites(t.server.db, 1000)) > 0);
    const { table } = (await t.ada.session('GET', `/api/v1/tables/${id}`)).body
    expect(table.rowCount).toBe(40)
  })
})
