import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyType, openTables, type TestTables } from './fixtures/open-tables.ts'

let t: TestTables
let id: string
beforeAll(async () => {
  t = await openTables()
  ;({ id } = await t.create({ name: 'All', columns: everyType }))
  await t.insert(
    id,
    { code: 'b2', amount: 10, paid: true, due: '2026-03-01', seen: '2026-03-01T10:00:00+02:00' },
    { code: 'Été', amount: -1.5, paid: false, due: '2026-01-15', state: 'open', email: 'Ada@Example.com' },
    { code: 'a_1%', amount: 2, state: 'Done', seen: '2026-02-01T00:00:00Z' },
    { code: 'A 1\nx', state: 'Réglé', due: '2025-12-31' },
    {},
  )
})
afterAll(() => t.server.close())

type Row = { values: Record<string, unknown> }
const codes = async (query: Record<string, unknown>) => {
  const answer = await t.list(id, query)
  expect(answer.status).toBe(200)
  expect(answer.body.total).toBe(answer.body.rows.length)
  return answer.body.rows.map(({ values }: Row) => values.code)
}

describe('a row', () => {
  it('returns values in the type of their columns', async () => {
    const { rows, total, totalUnfiltered } = (await t.list(id)).body
    expect([total, totalUnfiltered]).toEqual([5, 5])
    expect(rows[0].values).toEqual({
      code: 'b2',
      amount: 10,
      paid: true,
      due: '2026-03-01',
      seen: '2026-03-01T08:00:00.000Z',
      state: null,
      email: null,
    })
    expect(rows[1].values).toMatchObject({ paid: false, email: 'ada@example.com' })
  })

  it('is read by its id', async () => {
    const [first] = (await t.list(id)).body.rows
    const at = (row: string) => t.ada.session('GET', `/api/v1/tables/${id}/rows/${row}`)
    expect((await at(first.id)).body.row).toEqual(first)
    for (const none of ['999', 'x', '0', '99999999999999999999']) {
      const answer = await at(none)
      expect([answer.status, answer.body.code]).toEqual([404, 'tables.row_not_found'])
    }
  })
})

describe('sorting', () => {
  it.each([
    ['code', 'asc', ['A 1\nx', 'a_1%', 'b2', 'Été', null]],
    ['code', 'desc', ['Été', 'b2', 'a_1%', 'A 1\nx', null]],
    ['amount', 'asc', ['Été', 'a_1%', 'b2', 'A 1\nx', null]],
    ['amount', 'desc', ['b2', 'a_1%', 'Été', null, 'A 1\nx']],
    ['paid', 'asc', ['Été', 'b2', 'a_1%', 'A 1\nx', null]],
    ['due', 'asc', ['A 1\nx', 'Été', 'b2', 'a_1%', null]],
    ['seen', 'asc', ['a_1%', 'b2', 'Été', 'A 1\nx', null]],
    ['state', 'asc', ['a_1%', 'Été', 'A 1\nx', 'b2', null]],
    ['email', 'asc', ['Été', 'b2', 'a_1%', 'A 1\nx', null]],
  ])('by %s %s puts empty cells last', async (sort, dir, expected) => {
    expect(await codes({ sort, dir })).toEqual(expected)
  })

  it('is consistent across pages, in descending order past empty cells too', async () => {
    for (const dir of ['asc', 'desc']) {
      const whole = await codes({ sort: 'amount', dir })
      const pages: unknown[] = []
      for (let offset = 0; offset < 5; offset += 2) {
        const { rows, total } = (await t.list(id, { sort: 'amount', dir, offset, limit: 2 })).body
        expect(total).toBe(5)
        pages.push(...rows.map(({ values }: Row) => values.code))
      }
      expect(pages).toEqual(whole)
    }
  })

  it('rejects an unknown column', async () => {
    const answer = await t.list(id, { sort: 'nope' })
    expect([answer.status, answer.body.code]).toEqual([400, 'request.bad_request'])
  })
})

describe('filters', () => {
  it.each([
    [{ column: 'code', op: 'eq', value: 'b2' }, ['b2']],
    [{ column: 'code', op: 'eq', value: 'B2' }, []],
    [{ column: 'code', op: 'ne', value: 'b2' }, ['Été', 'a_1%', 'A 1\nx', null]],
    [{ column: 'code', op: 'contains', value: 'É' }, ['Été']],
    [{ column: 'code', op: 'contains', value: '_1%' }, ['a_1%']],
    [{ column: 'code', op: 'contains', value: 'done' }, []],
    [{ column: 'code', op: 'contains', value: '1 X' }, ['A 1\nx']],
    [{ column: 'code', op: 'startsWith', value: 'a' }, ['a_1%', 'A 1\nx']],
    [{ column: 'code', op: 'startsWith', value: 'a_' }, ['a_1%']],
    [{ column: 'code', op: 'gte', value: 'B2' }, ['b2', 'Été']],
    [{ column: 'code', op: 'empty' }, [null]],
    [{ column: 'code', op: 'eq', value: null }, [null]],
    [{ column: 'amount', op: 'eq', value: 2 }, ['a_1%']],
    [{ column: 'amount', op: 'eq', value: '2' }, ['a_1%']],
    [{ column: 'amount', op: 'lt', value: 10 }, ['Été', 'a_1%']],
    [{ column: 'amount', op: 'lte', value: 10 }, ['b2', 'Été', 'a_1%']],
    [{ column: 'amount', op: 'notEmpty' }, ['b2', 'Été', 'a_1%']],
    [{ column: 'paid', op: 'eq', value: false }, ['Été']],
    [{ column: 'paid', op: 'ne', value: true }, ['Été', 'a_1%', 'A 1\nx', null]],
    [{ column: 'due', op: 'gt', value: '2026-01-15' }, ['b2']],
    [{ column: 'seen', op: 'lt', value: '2026-03-01T00:00:00Z' }, ['a_1%']],
    [{ column: 'seen', op: 'gte', value: '2026-03-01' }, ['b2']],
    [{ column: 'state', op: 'eq', value: 'Done' }, ['a_1%']],
    [{ column: 'state', op: 'eq', value: 'Réglé' }, ['A 1\nx']],
    [{ column: 'state', op: 'eq', value: 'no option' }, []],
    [{ column: 'email', op: 'eq', value: 'ADA@example.COM' }, ['Été']],
    [{ column: 'email', op: 'contains', value: '@example' }, ['Été']],
  ])('%j', async (filter, expected) => {
    expect(await codes({ filter: [filter] })).toEqual(expected)
  })

  it('match all or any of the conditions', async () => {
    const filter = [
      { column: 'amount', op: 'gt', value: 0 },
      { column: 'code', op: 'startsWith', value: 'a' },
    ]
    expect(await codes({ filter })).toEqual(['a_1%'])
    expect(await codes({ filter, match: 'any' })).toEqual(['b2', 'a_1%', 'A 1\nx'])
    expect(await codes({ filter, match: 'any', q: 'x' })).toEqual(['A 1\nx'])
    expect(await codes({ filter: [] })).toHaveLength(5)
  })

  it.each([
    ['not JSON'],
    ['{}'],
    ['[{"column":"code"}]'],
    ['[{"column":"code","op":"like","value":"a"}]'],
    ['[{"column":"nope","op":"eq","value":"a"}]'],
    ['[{"column":"amount","op":"contains","value":"1"}]'],
    ['[{"column":"paid","op":"lt","value":true}]'],
    ['[{"column":"amount","op":"eq","value":"many"}]'],
    ['[{"column":"amount","op":"lt"}]'],
    ['[{"column":"due","op":"eq","value":"2026-02-30"}]'],
    ['[{"column":"code","op":"eq","value":"a\\u0000"}]'],
    [JSON.stringify(Array.from({ length: 21 }, () => ({ column: 'code', op: 'empty' })))],
  ])('are rejected when invalid: %s', async (filter) => {
    const answer = await t.ada.session(
      'GET',
      `/api/v1/tables/${id}/rows?filter=${encodeURIComponent(filter)}`,
    )
    expect([answer.status, answer.body.code]).toEqual([400, 'request.bad_request'])
    expect(answer.body.details.issues[0].path).toMatch(/^\/filter/)
  })
})

describe('q', () => {
  it.each([
    ['ete', ['Été']],
    ['ADA@ex', ['Été']],
    ['regle', ['A 1\nx']],
    ['ete open', ['Été']],
    ['ete done', []],
    ['a_1%', ['a_1%']],
    ['  ', ['b2', 'Été', 'a_1%', 'A 1\nx', null]],
  ])('%s finds words in any text cell, ignoring case and accents', async (q, expected) => {
    expect(await codes({ q })).toEqual(expected)
  })
})

describe('pages', () => {
  it('include both totals', async () => {
    const filter = [{ column: 'amount', op: 'notEmpty' }]
    const { body } = await t.list(id, { filter, limit: 2 })
    expect([body.rows.length, body.total, body.totalUnfiltered]).toEqual([2, 3, 5])
    const last = await t.list(id, { filter, limit: 2, offset: 2 })
    expect([last.body.rows.length, last.body.total]).toEqual([1, 3])
  })

  it('beyond the filtered rows are rejected, except the first', async () => {
    for (const query of [
      { offset: 5 },
      { offset: 1, q: 'nothing' },
      { offset: 100000, sort: 'amount', dir: 'desc' },
    ]) {
      const answer = await t.list(id, query)
      expect([answer.status, answer.body.code]).toEqual([400, 'tables.page_out_of_range'])
    }
    expect((await t.list(id, { q: 'nothing' })).body).toEqual({ rows: [], total: 0, totalUnfiltered: 5 })
  })

  it('go on behind a row, in both directions, and count from there', async () => {
    const all = (await t.list(id)).body.rows
    const read = (row: string, query: Record<string, unknown> = {}) => t.list(id, query, `/${row}/following`)
    const behind = async (row: string, query?: Record<string, unknown>) => {
      const { rows, total } = (await read(row, query)).body
      return [rows.map((one: { id: string }) => one.id), total]
    }
    const ids = all.map((row: { id: string }) => row.id)
    expect(await behind(ids[1])).toEqual([ids.slice(2), 5])
    expect(await behind(ids[1], { offset: 1, limit: 1 })).toEqual([[ids[3]], 5])
    expect(await behind(ids[3], { dir: 'desc', limit: 2 })).toEqual([[ids[2], ids[1]], 5])
    const filter = [{ column: 'amount', op: 'notEmpty' }]
    expect(await behind(ids[0], { filter })).toEqual([[ids[1], ids[2]], 3])
    expect(await behind('999999')).toEqual([[], 5])
    const codeOf = async (row: string, query?: Record<string, unknown>) => (await read(row, query)).body.code
    expect(await codeOf('x')).toBe('tables.row_not_found')
    expect(await codeOf(ids[0], { offset: 5 })).toBe('tables.page_out_of_range')
    expect((await t.ada.session('GET', `/api/v1/tables/none/rows/${ids[0]}/following`)).body.code).toBe(
      'tables.not_found',
    )
  })

  it('are recounted after a write', async () => {
    const table = await t.create({ name: 'Counted', columns: [{ label: 'A' }] })
    const query = { q: 'x', limit: 1 }
    await t.insert(table.id, { a: 'x' }, { a: 'x' })
    expect((await t.list(table.id, query)).body.total).toBe(2)
    await t.insert(table.id, { a: 'x' })
    expect((await t.list(table.id, query)).body.total).toBe(3)
    const [row] = (await t.list(table.id)).body.rows
    await t.ada.session('PATCH', `/api/v1/tables/${table.id}/rows/${row.id}`, {
      body: { values: { a: 'y' } },
    })
    expect((await t.list(table.id, query)).body.total).toBe(2)
  })
})
