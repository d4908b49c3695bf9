import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTables, type TestTables } from './fixtures/open-tables.ts'

let t: TestTables
let id: string
beforeAll(async () => {
  t = await openTables({
    MAILWRIGHT_TABLES_MAX: '2',
    MAILWRIGHT_TABLE_MAX_COLUMNS: '3',
    MAILWRIGHT_TABLE_MAX_ROWS: '10',
    MAILWRIGHT_TABLE_MAX_CELL_CHARS: '5',
  })
  ;({ id } = await t.create({ name: 'Small', columns: [{ label: 'A', isKey: true }] }))
})
afterAll(() => t.server.close())

const reached = (answer: { status: number; body: { code: string; details?: { limit: string } } }) => [
  answer.status,
  answer.body.code,
  answer.body.details?.limit,
]
const limit = (name: string) => [409, 'tables.limit_reached', name]
const rows = `/rows`
const at = (more: string) => `/api/v1/tables/${id}${more}`
const empty = async () => {
  const all = (await t.list(id)).body.rows.map((row: { id: string }) => row.id)
  await t.ada.session('POST', at('/rows/bulk'), { body: { delete: all } })
}

describe('the limits', () => {
  it('are returned', async () => {
    const { body } = await t.ada.session('GET', '/api/v1/tables/limits')
    expect(body.limits).toEqual({ maxTables: 2, maxColumns: 3, maxRows: 10, maxCellChars: 5 })
  })

  it('apply to tables, even when created concurrently', async () => {
    const make = () => t.admin.session('POST', '/api/v1/tables', { body: { name: 'More' } })
    const answers = await Promise.all(Array.from({ length: 6 }, make))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(reached(answer)).toEqual(limit('maxTables'))
  })

  it('apply to columns', async () => {
    const columns = Array.from({ length: 4 }, () => ({ label: 'C' }))
    const many = await t.admin.session('POST', '/api/v1/tables', { body: { name: 'Wide', columns } })
    expect(reached(many)).toEqual(limit('maxColumns'))
    const add = () => t.admin.session('POST', at('/columns'), { body: { label: 'More' } })
    expect([(await add()).status, (await add()).status]).toEqual([200, 200])
    expect(reached(await add())).toEqual(limit('maxColumns'))
  })

  it('apply to cells, counted in characters', async () => {
    const write = (method: string, path: string, values: object) =>
      t.ada.session(method, at(path), { body: { values } })
    const ok = await write('POST', rows, { a: '😀😀😀😀😀' })
    expect(ok.status).toBe(201)
    expect(reached(await write('POST', rows, { a: 'abcdef' }))).toEqual(limit('maxCellChars'))
    expect(reached(await write('PUT', rows, { a: 'abcdef' }))).toEqual(limit('maxCellChars'))
    expect(reached(await write('PATCH', `${rows}/${ok.body.row.id}`, { a: 'abcdef' }))).toEqual(
      limit('maxCellChars'),
    )
    await empty()
  })

  it('apply to rows exactly, even for concurrent writers', async () => {
    const insert = () => t.ada.session('POST', at(rows), { body: { values: {} } })
    const answers = await Promise.all(Array.from({ length: 20 }, insert))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(reached(answer)).toEqual(limit('maxRows'))
    expect((await t.list(id)).body).toMatchObject({ total: 10, totalUnfiltered: 10 })
  })

  it('apply to every way of writing rows', async () => {
    const upsert = await t.ada.session('PUT', at(rows), { body: { values: { a: 'x' } } })
    const bulk = await t.ada.session('POST', at('/rows/bulk'), { body: { insert: [{ values: {} }] } })
    const raw =
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na\nx\r\n--b--\r\n'
    const sent = { raw, type: 'multipart/form-data; boundary=b' }
    const imported = await t.ada.session('POST', at('/import'), sent)
    for (const answer of [upsert, bulk, imported]) expect(reached(answer)).toEqual(limit('maxRows'))
  })
})
