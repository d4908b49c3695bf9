import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#platform/db/sql'
import { createMember, type TestMember } from '#test/factories'
import { untilWaiting } from '#test/locks'
import { type TestServer, testServer } from '#test/server'
import { createMemberTurns } from './member-turns.ts'

let server: TestServer
let ada: TestMember
let bob: TestMember

beforeAll(async () => {
  server = await testServer()
  ada = await createMember(server)
  bob = await createMember(server)
})
afterAll(() => server.close())

const blocked = async () =>
  (
    await server.db.row<{ n: number }>(sql`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
  )?.n

it('a member with many slow requests at once does not keep the others from theirs', async () => {
  const lock = await server.db.begin()
  await lock.run(sql`lock table signatures in access exclusive mode`)
  const slow = Array.from({ length: 40 }, () => ada.session('GET', '/api/v1/signatures'))
  await untilWaiting(server.db, 4)
  for (let n = 0; n < 20; n++) expect((await bob.session('GET', '/api/v1/me')).status).toBe(200)
  expect(await blocked()).toBe(4)
  await lock.commit()
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(slow.map(() => 200))
})

it('a failed request makes room for the next', async () => {
  const failed = Array.from({ length: 20 }, () => ada.session('GET', '/api/v1/signatures?unknown=1'))
  await Promise.all(failed)
  expect((await ada.session('GET', '/api/v1/signatures')).status).toBe(200)
})

/** Thirty requests of one member, each of two turns of the event loop; how many of the later ones were in progress at once. */
async function flood(turns: ReturnType<typeof createMemberTurns>, others: () => void) {
  let [inProgress, started, most] = [0, 0, 0]
  const request = async () => {
    inProgress++
    if (++started > 10) most = Math.max(most, inProgress)
    others()
    await new Promise((resolve) => setImmediate(resolve))
    inProgress--
  }
  await Promise.all(Array.from({ length: 30 }, () => turns('ada', request)))
  return most
}

it('a member who floods has one request at a time while others send theirs', async () => {
  const turns = createMemberTurns()
  expect(await flood(turns, () => void turns('bob', async () => undefined))).toBe(1)
})

it('a member who floods while nobody else is there is not slowed down', async () => {
  let now = 0
  const turns = createMemberTurns(() => now)
  await turns('bob', async () => undefined)
  now = 101
  expect(await flood(turns, () => undefined)).toBe(4)
})
