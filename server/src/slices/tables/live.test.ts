import { afterAll, beforeAll, expect, it } from 'vitest'
import { asSession, connect } from '../../platform/live/fixtures/live-client.ts'
import { openTables, type TestTables } from './fixtures/open-tables.ts'

let t: TestTables
beforeAll(async () => {
  t = await openTables()
})
afterAll(() => t.server.close())

it('publishes one event per request to every member', async () => {
  const client = await connect(t.server.url, asSession(t.ada.sessionToken))
  const { id } = await t.create({ name: 'Told' })
  await t.admin.session('POST', `/api/v1/tables/${id}/columns`, { body: { label: 'A' } })
  await t.insert(id, { a: '1' }, { a: '2' }, { a: '3' })
  await t.admin.session('DELETE', `/api/v1/tables/${id}`)
  const told: unknown[] = []
  for (let i = 0; i < 4; i++) told.push((await client.next('table.updated')).data)
  expect(told).toEqual(['created', 'structure', 'rows', 'deleted'].map((what) => ({ tableId: id, what })))
  expect(client.messages.filter(({ type }) => type === 'table.updated')).toEqual([])
  await client.close()
})
