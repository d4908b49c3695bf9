import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../src/platform/db/sql.ts'

// Listed codes that no domain test covers.

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const someoneWaits = async () => {
  const waiting = await server.db.row(sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  return waiting !== undefined
}

describe.each([
  ['/api/v1/scope', {}],
  ['/api/v1/dispatch-policy', { mode: 'all' }],
])('PUT %s by a member who is deleted meanwhile', (path, body) => {
  it('returns 404', async () => {
    const member = await createMember(server)
    // The request passes authentication, then waits for the row that this transaction deletes.
    const tx = await server.db.begin()
    await tx.run(sql`select from members where id = ${member.id} for update`)
    const answering = member.session('PUT', path, { body })
    while (!(await someoneWaits())) await sleep(20)
    await tx.run(sql`delete from sessions where member_id = ${member.id}`)
    await tx.run(sql`delete from members where id = ${member.id}`)
    await tx.commit()
    const answer = await answering
    expect([answer.status, answer.body.code]).toEqual([404, 'governance.not_found'])
  })
})

describe('the deprecated address of signatures', () => {
  it('rejects a duplicate name, like the current path', async () => {
    const { session } = await createMember(server)
    const path = '/api/v1/webmail/signatures'
    const create = (name: string) => session('POST', path, { body: { name } })
    await create('Taken')
    const other = await create('Other')
    const twice = await create('Taken')
    const renamed = await session('PUT', `${path}/${other.body.signature.id}`, { body: { name: 'Taken' } })
    for (const answer of [twice, renamed])
      expect([answer.status, answer.body.code]).toEqual([409, 'contacts.duplicate_signature_name'])
  })
})
