import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { everyType, openTables, type TestTables } from './fixtures/open-tables.ts'
import { rebuildShape } from './shape.store.ts'
import { lockTable } from './use-table.ts'

let t: TestTables
beforeAll(async () => {
  t = await openTables()
})
afterAll(() => t.server.close())

const path = (id: string, key = '') => `/api/v1/tables/${id}/columns${key && `/${key}`}`
const add = (id: string, body: object) => t.admin.session('POST', path(id), { body })
const change = (id: string, key: string, body: object) => t.admin.session('PATCH', path(id, key), { body })
const remove = (id: string, key: string) => t.admin.session('DELETE', path(id, key))
const codeOf = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code]
const keysOf = ({ body }: { body: { table: { columns: { key: string }[] } } }) =>
  body.table.columns.map(({ key }) => key)
const cells = async (id: string, key: string) =>
  (await t.list(id)).body.rows.map(({ values }: { values: Record<string, unknown> }) => values[key])

describe('adding a column', () => {
  it('inserts it at the end or at a position, with empty cells in existing rows', async () => {
    const { id } = await t.create({ name: 'Grows', columns: [{ label: 'A' }, { label: 'B' }] })
    await t.insert(id, { a: 'x' })
    expect(keysOf(await add(id, { label: 'C', required: true }))).toEqual(['a', 'b', 'c'])
    expect(keysOf(await add(id, { label: 'D', position: 1, type: 'number' }))).toEqual(['a', 'd', 'b', 'c'])
    expect(keysOf(await add(id, { label: 'E', position: 99 }))).toEqual(['a', 'd', 'b', 'c', 'e'])
    expect((await t.list(id)).body.rows[0].values).toEqual({ a: 'x', d: null, b: null, c: null, e: null })
  })

  it('derives a free key, and rejects a taken one', async () => {
    const { id } = await t.create({ name: 'Keys', columns: [{ label: 'Name' }] })
    expect(keysOf(await add(id, { label: 'Name' }))).toEqual(['name', 'name_2'])
    expect(codeOf(await add(id, { label: 'X', key: 'name' }))).toEqual([409, 'tables.duplicate_column'])
  })
})

describe('changing a column', () => {
  it('changes only the given fields', async () => {
    const { id } = await t.create({ name: 'Looks', columns: everyType })
    const changes = { key: 'reference', label: 'Reference', width: 200, description: 'Ours', position: 2 }
    const answer = await change(id, 'code', changes)
    expect(keysOf(answer).slice(0, 3)).toEqual(['amount', 'paid', 'reference'])
    const { position: _, ...shown } = changes
    expect(answer.body.table.columns[2]).toMatchObject({ ...shown, type: 'text', isKey: true })
    expect((await change(id, 'reference', { width: null })).body.table.columns[2]).toMatchObject({
      width: null,
      label: 'Reference',
    })
    expect(codeOf(await change(id, 'paid', { key: 'due' }))).toEqual([409, 'tables.duplicate_column'])
    expect(codeOf(await change(id, 'nope', {}))).toEqual([404, 'tables.column_not_found'])
    expect(codeOf(await remove(id, 'nope'))).toEqual([404, 'tables.column_not_found'])
  })

  it.each([
    ['text', 'number', ['1', '-2.5', ''], [1, -2.5, null]],
    ['number', 'text', [1, -2.5, null], ['1', '-2.5', null]],
    ['text', 'boolean', ['yes', 'FALSE'], [true, false]],
    ['boolean', 'text', [true, null], ['true', null]],
    ['text', 'date', ['2026-01-31'], ['2026-01-31']],
    ['date', 'datetime', ['2026-01-31'], ['2026-01-31T00:00:00.000Z']],
    ['datetime', 'date', ['2026-01-31T23:00:00-05:00'], ['2026-02-01']],
    ['text', 'email', ['A@B.example'], ['a@b.example']],
    ['email', 'text', ['a@b.example'], ['a@b.example']],
  ])('converts %s to %s', async (from, to, before, after) => {
    const { id } = await t.create({ name: 'Turns', columns: [{ label: 'V', type: from }] })
    await t.insert(id, ...before.map((v) => ({ v })))
    const answer = await change(id, 'v', { type: to })
    expect([answer.status, answer.body.table.columns[0].type]).toEqual([200, to])
    expect(await cells(id, 'v')).toEqual(after)
    const filter = [{ column: 'v', op: 'eq', value: after[0] }]
    const sorted = (await t.list(id, { filter, sort: 'v' })).body.rows
    expect(sorted[0].values.v).toBe(after[0])
  })

  it('rejects another type when a cell cannot be converted, and names the row', async () => {
    const { id } = await t.create({ name: 'Stays', columns: [{ label: 'V' }] })
    const [, bad] = await t.insert(id, { v: '1' }, { v: 'many' })
    const answer = await change(id, 'v', { type: 'number' })
    expect(codeOf(answer)).toEqual([400, 'tables.invalid_value'])
    expect(answer.body.details.issues[0].path).toBe(`/rows/${bad.id}`)
    expect(await cells(id, 'v')).toEqual(['1', 'many'])
    const select = { type: 'select', options: ['1', 'many'] }
    expect((await change(id, 'v', select)).status).toBe(200)
    expect((await t.list(id, { q: 'many' })).body.total).toBe(1)
  })

  it('makes it the key unless two rows would share it', async () => {
    const { id } = await t.create({ name: 'Keyed', columns: [{ label: 'V' }, { label: 'W' }] })
    await t.insert(id, { v: 'a', w: '1' }, { v: 'a', w: '2' })
    expect(codeOf(await change(id, 'v', { isKey: true }))).toEqual([409, 'tables.duplicate_row'])
    expect((await change(id, 'w', { isKey: true })).status).toBe(200)
    expect((await change(id, 'v', { isKey: true })).status).toBe(200)
    expect(codeOf(await remove(id, 'w'))).toEqual([409, 'tables.duplicate_row'])
    expect((await change(id, 'w', { type: 'number' })).status).toBe(200)
    const again = await t.ada.session('PUT', `/api/v1/tables/${id}/rows`, {
      body: { values: { v: 'a', w: 2 } },
    })
    expect(again.body.created).toBe(false)
  })
})

describe('removing a column', () => {
  it('removes its cells from storage and search', async () => {
    const { id } = await t.create({ name: 'Shrinks', columns: [{ label: 'A' }, { label: 'B', isKey: true }] })
    await t.insert(id, { a: 'keep', b: 'lose' })
    expect((await remove(id, 'b')).status).toBe(204)
    expect((await t.list(id)).body.rows[0].values).toEqual({ a: 'keep' })
    expect((await t.list(id, { q: 'lose' })).body.total).toBe(0)
    expect((await add(id, { label: 'B' })).status).toBe(200)
    expect(await cells(id, 'b')).toEqual([null])
  })
})

describe('storage after many dropped columns', () => {
  it('is rebuilt with the same rows and never reuses ids', async () => {
    const { id } = await t.create({ name: 'Old', columns: everyType })
    const [first, last] = await t.insert(id, { code: 'a', amount: 1, due: '2026-01-01' }, { code: 'b' })
    await t.ada.session('DELETE', `/api/v1/tables/${id}/rows/${last.id}`)
    await t.server.db.transaction(async (db) => void (await rebuildShape(db, await lockTable(db, id))))
    expect((await t.list(id, { sort: 'code', q: 'a' })).body.rows).toEqual([first])
    const [next] = await t.insert(id, { code: 'c' })
    expect(Number(next.id)).toBeGreaterThan(Number(last.id))
    const taken = await t.ada.session('POST', `/api/v1/tables/${id}/rows`, {
      body: { values: { code: 'a' } },
    })
    expect(taken.body.code).toBe('tables.duplicate_row')
  })

  it('is rebuilt before reaching the column limit of the database', async () => {
    const { id } = await t.create({ name: 'Worn', columns: [{ label: 'A' }] })
    const numberOf = async () =>
      (await t.server.db.row<{ number: number }>(sql`select number from tables where id = ${id}`))?.number
    const before = await numberOf()
    // As after adding and dropping six hundred text columns.
    const columns = Array.from({ length: 1_200 }, (_, i) => `x_${i}`)
    const alter = (what: string) =>
      t.server.db.pool.query(
        `alter table table_data.t_${before} ${columns.map((c) => what.replace('?', c)).join(', ')}`,
      )
    await alter('add column ? int')
    await alter('drop column ?')
    expect((await add(id, { label: 'B' })).status).toBe(200)
    expect(await numberOf()).not.toBe(before)
  })
})
