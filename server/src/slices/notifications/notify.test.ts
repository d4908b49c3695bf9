import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { newId } from '../../platform/ids/ids.ts'
import { asSession, connect, type LiveClient } from '../../platform/live/fixtures/live-client.ts'
import { testLive } from '../../platform/live/fixtures/test-live.ts'
import type { Live } from '../../platform/live/live.ts'
import { notify } from './index.ts'

let server: TestServer
let live: Live
let ada: TestMember
let bob: TestMember
let adas: LiveClient
let bobs: LiveClient

beforeAll(async () => {
  server = await testServer()
  live = testLive(server.databaseUrl)
  ada = await createMember(server)
  bob = await createMember(server)
  adas = await connect(server.url, asSession(ada.sessionToken))
  bobs = await connect(server.url, asSession(bob.sessionToken))
})
afterAll(async () => {
  expect(bobs.messages).toEqual([])
  await adas.close()
  await bobs.close()
  await live.close()
  await server.close()
})

const pending = (subject: string | null, dedupeKey?: string) => ({
  memberId: ada.id,
  kind: 'approval.pending' as const,
  severity: 'warning' as const,
  params: { approvalId: newId(), workflowName: 'Offers', subject },
  ...(dedupeKey ? { dedupeKey } : {}),
})
const items = async () => (await ada.session('GET', '/api/v1/notifications')).body.items

describe('notify', () => {
  it('notifies the member, and publishes what HTTP returns', async () => {
    await notify(server.db, live, pending('Hello'))
    const { data } = await adas.next('notification.created')
    expect([data]).toEqual(await items())
  })

  it('is transactional: nothing is stored or published on rollback', async () => {
    const before = await items()
    const failing = server.db.transaction(async (tx) => {
      await notify(tx, live, pending('Never', 'rolled back'))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow()
    expect(await items()).toEqual(before)
    await notify(server.db, live, pending('After', 'rolled back'))
    expect((await adas.next('notification.created')).data.params).toMatchObject({ subject: 'After' })
  })

  it('deduplicates, also concurrent calls, and publishes once', async () => {
    const created = await Promise.all(
      Array.from({ length: 5 }, () => notify(server.db, live, pending('Once', 'approval:1'))),
    )
    expect(created.filter(Boolean)).toHaveLength(1)
    const other = await notify(server.db, live, { ...pending('Once', 'approval:1'), memberId: bob.id })
    expect(other).toBeDefined()
    await bobs.next('notification.created')
    await adas.next('notification.created')
    expect(adas.messages).toEqual([])
  })

  it('truncates texts at whole characters, and accepts what the database would reject', async () => {
    const subject = `\0Re:\n${'😀'.repeat(200)}\ud800`
    const { params } = (await notify(server.db, live, pending(subject))) ?? {}
    const cut = String(params?.subject)
    expect([...cut]).toHaveLength(120)
    expect(cut).toMatch(/^Re: 😀+…$/u)
    const failed = await notify(server.db, live, {
      memberId: ada.id,
      kind: 'execution.failed',
      severity: 'error',
      params: { workflowId: newId(), workflowName: 'W', executionId: newId(), errorSummary: 'x'.repeat(300) },
    })
    expect(String(failed?.params.errorSummary)).toHaveLength(200)
    const none = await notify(server.db, live, pending(null))
    expect(none?.params.subject).toBeNull()
    for (let i = 0; i < 3; i++) await adas.next('notification.created')
  })

  it("publishes to the member's other pages what was read and archived", async () => {
    const created = await notify(server.db, live, pending('Hello'))
    const path = '/api/v1/notifications'
    await ada.session('POST', `${path}/${created?.id.toUpperCase()}/read`)
    expect((await adas.next('notification.updated')).data).toMatchObject({ id: created?.id, archived: false })
    await ada.session('POST', `${path}/read`)
    expect((await adas.next('notification.updated')).data).toEqual({ all: true })
    await ada.session('POST', `${path}/${created?.id.toUpperCase()}/archive`)
    expect((await adas.next('notification.updated')).data).toEqual({ id: created?.id, archived: true })
  })
})
