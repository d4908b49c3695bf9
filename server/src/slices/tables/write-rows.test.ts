import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyType, openTables, type TestTables } from './fixtures/open-tables.ts'

let t: TestTables
let id: string
beforeAll(async () => {
  t = await openTables()
  const columns = [...everyType, { key: 'note', label: 'Note' }]
  ;({ id } = await t.create({ name: 'Written', columns }))
})
afterAll(() => t.server.close())

const at = (table = id, more = '') => `/api/v1/tables/${table}/rows${more}`
const insert = (values: object, table = id) => t.ada.session('POST', at(table), { body: { values } })
const upsert = (values: object, table = id) => t.ada.session('PUT', at(table), { body: { values } })
const change = (row: string, values: object) =>
  t.ada.session('PATCH', at(id, `/${row}`), { body: { values } })
const bulk = (body: object) => t.ada.session('POST', at(id, '/bulk'), { body })
const rowCount = async (table = id) =>
  (await t.ada.session('GET', `/api/v1/tables/${table}`)).body.table.rowCount
const codeOf = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code]

describe('inserting a row', () => {
  it('accepts values in their type or as text', async () => {
    const { status, body } = await insert({
      code: 7,
      amount: ' 1e3 ',
      paid: 'Yes',
      due: '2026-02-28',
      seen: '2026-02-28 09:30',
      state: 'Réglé',
      email: ' Ada@Example.COM ',
      note: '',
    })
    expect(status).toBe(201)
    expect(body.row.values).toEqual({
      code: '7',
      amount: 1000,
      paid: true,
      due: '2026-02-28',
      seen: '2026-02-28T09:30:00.000Z',
      state: 'Réglé',
      email: 'ada@example.com',
      note: null,
    })
  })

  it.each([
    [{ nope: 1 }, '/values/nope'],
    [{ amount: 'many' }, '/values/amount'],
    [{ amount: '0x10' }, '/values/amount'],
    [{ paid: 'perhaps' }, '/values/paid'],
    [{ due: '2026-02-29' }, '/values/due'],
    [{ due: '15.11.2026' }, '/values/due'],
    [{ seen: '2026-02-28T25:00:00Z' }, '/values/seen'],
    [{ state: 'réglé' }, '/values/state'],
    [{ email: 'nobody' }, '/values/email'],
    [{ email: 'a@b, c@d' }, '/values/email'],
  ])('rejects %j and names the field', async (values, path) => {
    const answer = await insert(values)
    expect(codeOf(answer)).toEqual([400, 'tables.invalid_value'])
    expect(answer.body.details.issues).toEqual([{ path, message: expect.any(String) }])
  })

  it('requires the required columns', async () => {
    const table = await t.create({ name: 'Needs', columns: [{ label: 'A', required: true }, { label: 'B' }] })
    expect(codeOf(await insert({ b: 'x' }, table.id))).toEqual([400, 'tables.invalid_value'])
    expect(codeOf(await insert({ a: '' }, table.id))).toEqual([400, 'tables.invalid_value'])
    expect((await insert({ a: 'x' }, table.id)).status).toBe(201)
  })

  it('rejects a duplicate key, but allows several rows without a key', async () => {
    expect((await insert({ code: 'twice' })).status).toBe(201)
    expect(codeOf(await insert({ code: 'twice' }))).toEqual([409, 'tables.duplicate_row'])
    expect((await insert({ code: 'Twice' })).status).toBe(201)
    for (const values of [{}, {}]) expect((await insert(values)).status).toBe(201)
  })

  it('distinguishes very long keys', async () => {
    const long = 'x'.repeat(9_000)
    expect((await insert({ code: `${long}a` })).status).toBe(201)
    expect((await insert({ code: `${long}b` })).status).toBe(201)
    expect(codeOf(await insert({ code: `${long}a` }))).toEqual([409, 'tables.duplicate_row'])
  })

  it('combines several key columns into one key', async () => {
    const columns = [
      { label: 'A', isKey: true },
      { label: 'B', isKey: true, type: 'number' },
    ]
    const table = await t.create({ name: 'Pairs', columns })
    expect((await insert({ a: 'x', b: 1 }, table.id)).status).toBe(201)
    expect((await insert({ a: 'x', b: 2 }, table.id)).status).toBe(201)
    expect(codeOf(await insert({ a: 'x', b: 1 }, table.id))).toEqual([409, 'tables.duplicate_row'])
  })

  it('runs once for an Idempotency-Key', async () => {
    const before = await rowCount()
    const send = () =>
      t.ada.session('POST', at(), {
        body: { values: { note: 'once' } },
        headers: { 'idempotency-key': 'k1' },
      })
    const [first, second] = [await send(), await send()]
    expect([second.text, await rowCount()]).toEqual([first.text, before + 1])
  })

  it('stores text that looks like SQL or column markers unchanged', async () => {
    const note = `'); drop table tables; -- \u{F0000}\n\u{F0001} \\ %_ "\u202e`
    const { row } = (await insert({ note })).body
    expect(row.values.note).toBe(note)
    const { rows } = (await t.list(id, { filter: [{ column: 'note', op: 'eq', value: note }] })).body
    expect(rows).toEqual([row])
  })
})

describe('changing a row', () => {
  it('changes only the given values, and updates the search text', async () => {
    const { row } = (await insert({ code: 'chg', amount: 1, note: 'Before' })).body
    const { status, body } = await change(row.id, { note: 'After', amount: null })
    expect([status, body.row.values]).toMatchObject([200, { code: 'chg', amount: null, note: 'After' }])
    const found = async (q: string) => (await t.list(id, { q })).body.total
    expect([await found('before'), await found('after'), await found('chg after')]).toEqual([0, 1, 1])
    const filter = [{ column: 'note', op: 'contains', value: 'fte' }]
    expect((await t.list(id, { filter })).body.rows[0].id).toBe(row.id)
  })

  it('rejects invalid values, a duplicate key and an unknown row', async () => {
    const { row } = (await insert({ code: 'mine' })).body
    await insert({ code: 'theirs' })
    expect(codeOf(await change(row.id, { amount: 'x' }))).toEqual([400, 'tables.invalid_value'])
    expect(codeOf(await change(row.id, { code: 'theirs' }))).toEqual([409, 'tables.duplicate_row'])
    expect(codeOf(await change('987654321', { code: 'x' }))).toEqual([404, 'tables.row_not_found'])
    expect(codeOf(await change('x', {}))).toEqual([404, 'tables.row_not_found'])
  })
})

describe('deleting a row', () => {
  it('updates the row count', async () => {
    const { row } = (await insert({})).body
    const before = await rowCount()
    expect((await t.ada.session('DELETE', at(id, `/${row.id}`))).status).toBe(204)
    expect(await rowCount()).toBe(before - 1)
    expect(codeOf(await t.ada.session('DELETE', at(id, `/${row.id}`)))).toEqual([404, 'tables.row_not_found'])
  })
})

describe('upserting by key', () => {
  it('inserts first, then updates the other values', async () => {
    const first = (await upsert({ code: 'up', amount: 1, note: 'a' })).body
    const second = (await upsert({ code: 'up', amount: 2 })).body
    expect([first.created, second.created, second.row.id]).toEqual([true, false, first.row.id])
    expect(second.row.values).toMatchObject({ code: 'up', amount: 2, note: 'a' })
  })

  it('updates the oldest row when keys are not unique', async () => {
    const columns = [{ label: 'Code', isKey: true }, { label: 'Note' }]
    const table = await t.create({ name: 'Loose', keyUnique: false, columns })
    const [oldest] = await t.insert(table.id, { code: 'a' }, { code: 'a' })
    const { body } = await upsert({ code: 'a', note: 'x' }, table.id)
    expect([body.created, body.row.id]).toEqual([false, oldest.id])
  })

  it('requires a key, and all required values for a new row only', async () => {
    const bare = await t.create({ name: 'Bare', columns: [{ label: 'A' }] })
    expect(codeOf(await upsert({ a: 'x' }, bare.id))).toEqual([409, 'tables.no_key'])
    const columns = [
      { label: 'Code', isKey: true },
      { label: 'B', required: true },
    ]
    const table = await t.create({ name: 'Both', columns })
    expect(codeOf(await upsert({ b: 'x' }, table.id))).toEqual([400, 'tables.invalid_value'])
    expect(codeOf(await upsert({ code: 'a' }, table.id))).toEqual([400, 'tables.invalid_value'])
    expect((await upsert({ code: 'a', b: 'x' }, table.id)).body.created).toBe(true)
    expect((await upsert({ code: 'a' }, table.id)).body.created).toBe(false)
  })
})

describe('writing many rows', () => {
  it('deletes, updates and inserts in one request, so that a freed key can be reused', async () => {
    const [one, two] = await t.insert(id, { code: 'bulk-1' }, { code: 'bulk-2' })
    const { status, body } = await bulk({
      insert: [{ values: { code: 'bulk-1' } }],
      update: [{ id: two.id, values: { amount: 5 } }],
      delete: [one.id, '999999', 'nothing'],
    })
    expect([status, body.deleted, body.updated[0].values.amount]).toEqual([200, 1, 5])
    expect(body.inserted[0].values.code).toBe('bulk-1')
  })

  it('is atomic', async () => {
    const before = await rowCount()
    const rows = [{ values: { code: 'n1' } }]
    expect(codeOf(await bulk({ insert: [...rows, ...rows] }))).toEqual([409, 'tables.duplicate_row'])
    expect(codeOf(await bulk({ insert: [...rows, { values: { amount: 'x' } }] }))).toEqual([
      400,
      'tables.invalid_value',
    ])
    const update = [{ id: '987654321', values: {} }]
    expect(codeOf(await bulk({ insert: rows, update }))).toEqual([404, 'tables.row_not_found'])
    expect(await rowCount()).toBe(before)
  })

  it('accepts at most 500 rows', async () => {
    const rows = (n: number) => Array.from({ length: n }, () => ({ values: {} }))
    expect((await bulk({ insert: rows(500) })).body.inserted).toHaveLength(500)
    expect(codeOf(await bulk({ insert: rows(499), delete: ['1', '2'] }))).toEqual([
      400,
      'tables.too_many_rows',
    ])
    expect(codeOf(await bulk({ insert: rows(501) }))).toEqual([400, 'request.bad_request'])
  })
})
