import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '#platform/db/sql'
import type { Answer } from '#test/client'
import { createMember, type TestMember } from '#test/factories'
import { untilWaiting } from '#test/locks'
import { type TestServer, testServer } from '#test/server'
import { lockAdministrators } from './members.store.ts'

let server: TestServer
let ada: TestMember
beforeEach(async () => {
  server = await testServer()
  ada = await createMember(server, { role: 'admin' })
})
afterEach(() => server.close())

const path = '/api/v1/admin/members'
const refusal = (answer: Answer) => [answer.status, answer.body.code]
const lastAdmin = [409, 'governance.last_admin']
const forbidden = [403, 'auth.forbidden']
const demote = (by: TestMember, target: TestMember) =>
  by.session('PATCH', `${path}/${target.id}`, { body: { role: 'member' } })
const deactivate = (by: TestMember, target: TestMember) =>
  by.session('POST', `${path}/${target.id}/deactivate`)
const administrators = async () =>
  (await server.db.rows(sql`select from members where role = 'admin' and status = 'active'`)).length

/** All requests are authenticated before the first of them continues; then each has its turn in the given order. */
async function atOnce(requests: (() => Promise<Answer>)[]): Promise<Answer[]> {
  const tx = await server.db.begin()
  await lockAdministrators(tx)
  const answers: Promise<Answer>[] = []
  for (const request of requests) {
    answers.push(request())
    await untilWaiting(server.db, answers.length)
  }
  await tx.commit()
  return Promise.all(answers)
}

describe('the last active administrator', () => {
  it('cannot be demoted, not even by themselves', async () => {
    expect(refusal(await demote(ada, ada))).toEqual(lastAdmin)
    expect((await demote(ada, ada)).body.message).toContain('last active administrator')
    expect(await administrators()).toBe(1)
  })

  it('gets governance.self_target when deactivating themselves', async () => {
    expect(refusal(await deactivate(ada, ada))).toEqual([409, 'governance.self_target'])
  })

  it('is protected although suspended administrators exist', async () => {
    const bob = await createMember(server, { role: 'admin', status: 'suspended' })
    expect(refusal(await demote(ada, ada))).toEqual(lastAdmin)
    expect((await demote(ada, bob)).status).toBe(200)
  })

  it('may be demoted when there is another', async () => {
    await createMember(server, { role: 'admin' })
    expect((await demote(ada, ada)).status).toBe(200)
    expect(await administrators()).toBe(1)
  })

  it.each([
    ['demote each other', demote, demote, forbidden],
    ['deactivate each other', deactivate, deactivate, lastAdmin],
    ['demote and deactivate each other', demote, deactivate, lastAdmin],
    ['deactivate and demote each other', deactivate, demote, forbidden],
  ])('remains when two administrators %s concurrently', async (_, one, two, refused) => {
    const bob = await createMember(server, { role: 'admin' })
    const [first, second] = await atOnce([() => one(ada, bob), () => two(bob, ada)])
    expect(first?.status).toBe(200)
    expect(refusal(second as Answer)).toEqual(refused)
    expect(await administrators()).toBe(1)
  })

  it('stops a caller who was demoted meanwhile from deactivating a member', async () => {
    const bob = await createMember(server, { role: 'admin' })
    const carol = await createMember(server)
    const [first, second] = await atOnce([() => demote(ada, bob), () => deactivate(bob, carol)])
    expect(first?.status).toBe(200)
    expect(refusal(second as Answer)).toEqual(forbidden)
  })

  it('remains when all eight demote themselves concurrently', async () => {
    const others = await Promise.all(Array.from({ length: 7 }, () => createMember(server, { role: 'admin' })))
    const answers = await Promise.all([ada, ...others].map((member) => demote(member, member)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(7)
    expect(await administrators()).toBe(1)
  })
})
