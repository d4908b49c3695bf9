import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { everyType, openTables, type TestTables } from './fixtures/open-tables.ts'

let t: TestTables
beforeAll(async () => {
  t = await openTables()
})
afterAll(() => t.server.close())

const path = '/api/v1/tables'
const post = (body: object) => t.admin.session('POST', path, { body })
const get = async (id: string) => (await t.ada.session('GET', `${path}/${id}`)).body.table
const auditOf = (id: string) =>
  t.server.db.rows<{ action: string }>(
    sql`select action from audit_entries where target_id = ${id} order by id`,
  )

describe('creating a table', () => {
  it('fills in the defaults, and derives keys and the slug', async () => {
    const table = await t.create({ name: 'Été à Paris!', columns: [{ label: 'Prénom' }, { label: '日本' }] })
    expect(table).toMatchObject({ slug: 'ete-a-paris', description: null, keyUnique: true, rowCount: 0 })
    const plain = { type: 'text', isKey: false, required: false, options: [], width: null, description: null }
    expect(table.columns).toEqual([
      { key: 'prenom', label: 'Prénom', ...plain },
      { key: 'column', label: '日本', ...plain },
    ])
  })

  it('makes derived slugs and keys unique', async () => {
    const columns = [{ label: 'Name' }, { label: 'name' }, { label: 'Other', key: 'name_2' }]
    const [first, second, third] = [
      await t.create({ name: 'Orders' }),
      await t.create({ name: 'orders', columns }),
      await t.create({ name: '2026' }),
    ]
    expect([first.slug, second.slug, third.slug]).toEqual(['orders', 'orders-2', 'table-2026'])
    expect(second.columns.map((c: { key: string }) => c.key)).toEqual(['name', 'name_3', 'name_2'])
  })

  it('rejects a slug that is taken or reserved', async () => {
    await t.create({ name: 'A', slug: 'taken' })
    for (const slug of ['taken', 'limits']) {
      const answer = await post({ name: 'B', slug })
      expect([answer.status, answer.body.code]).toEqual([409, 'tables.duplicate_slug'])
    }
    expect((await t.create({ name: 'Limits' })).slug).toBe('limits-2')
  })

  it('rejects duplicate column keys', async () => {
    const columns = [
      { label: 'A', key: 'same' },
      { label: 'B', key: 'same' },
    ]
    const answer = await post({ name: 'Twice', columns })
    expect([answer.status, answer.body.code]).toEqual([409, 'tables.duplicate_column'])
  })

  it('gives concurrent tables of the same name different slugs', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => t.create({ name: 'Together' })))
    expect(new Set(made.map((table) => table.slug)).size).toBe(8)
  })

  it('is recorded in the audit log, like deleting', async () => {
    const { id } = await t.create({ name: 'Audited' })
    await t.admin.session('DELETE', `${path}/${id}`)
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['table.created', 'table.deleted'])
  })

  it('requires an administrator', async () => {
    const answer = await t.ada.session('POST', path, { body: { name: 'Mine' } })
    expect([answer.status, answer.body.code]).toEqual([403, 'auth.forbidden'])
  })
})

describe('reading tables', () => {
  it('finds one by id or slug, even a slug that looks like an id', async () => {
    const slug = 'a0000000-0000-4000-8000-000000000000'
    const { id } = await t.create({ name: 'Odd', slug, columns: everyType })
    expect([await get(id), await get(slug)]).toMatchObject([{ id }, { id }])
  })

  it('lists all tables to every member', async () => {
    const { id } = await t.create({ name: 'Shared' })
    const { body } = await t.ada.session('GET', path)
    expect(body.tables.map((table: { id: string }) => table.id)).toContain(id)
  })
})

describe('changing a table', () => {
  it('changes only the given fields', async () => {
    const { id } = await t.create({ name: 'Before', description: 'Old' })
    const change = (body: object) => t.admin.session('PATCH', `${path}/${id}`, { body })
    expect((await change({ name: 'After' })).body.table).toMatchObject({ name: 'After', description: 'Old' })
    const { table } = (await change({ slug: 'after', description: null })).body
    expect(table).toMatchObject({ name: 'After', slug: 'after', description: null })
  })

  it('rejects a slug that is taken', async () => {
    const [{ slug }, { id }] = [await t.create({ name: 'First' }), await t.create({ name: 'Second' })]
    for (const wanted of [slug, 'limits']) {
      const answer = await t.admin.session('PATCH', `${path}/${id}`, { body: { slug: wanted } })
      expect([answer.status, answer.body.code]).toEqual([409, 'tables.duplicate_slug'])
    }
  })

  it('makes keys unique unless rows already share one', async () => {
    const columns = [{ label: 'Code', isKey: true }]
    const { id } = await t.create({ name: 'Loose', keyUnique: false, columns })
    const [, second] = await t.insert(id, { code: 'a' }, { code: 'a' })
    const unique = () => t.admin.session('PATCH', `${path}/${id}`, { body: { keyUnique: true } })
    const refused = await unique()
    expect([refused.status, refused.body.code]).toEqual([400, 'request.bad_request'])
    await t.ada.session('DELETE', `${path}/${id}/rows/${second.id}`)
    expect((await unique()).body.table.keyUnique).toBe(true)
    const again = await t.ada.session('POST', `${path}/${id}/rows`, { body: { values: { code: 'a' } } })
    expect([again.status, again.body.code]).toEqual([409, 'tables.duplicate_row'])
  })
})

describe('deleting a table', () => {
  it('also deletes its rows and their storage', async () => {
    const { id } = await t.create({ name: 'Gone', columns: everyType })
    await t.insert(id, { code: 'a' })
    const stored = () =>
      t.server.db.row<{ n: number }>(sql`
        select count(*) as n from pg_class where relnamespace = 'table_data'::regnamespace`)
    const before = (await stored())?.n ?? 0
    expect((await t.admin.session('DELETE', `${path}/${id}`)).status).toBe(204)
    expect((await stored())?.n).toBeLessThan(before)
    expect((await t.ada.session('GET', `${path}/${id}`)).body.code).toBe('tables.not_found')
    expect((await t.list(id)).body.code).toBe('tables.not_found')
  })
})
