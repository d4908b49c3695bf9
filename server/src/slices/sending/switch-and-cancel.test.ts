import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { newId } from '../../platform/ids/ids.ts'
import { deliverMail } from './deliver-mail.ts'
import { createMailbox, makeDue, stateOf } from './fixtures/outbox.store.ts'
import { afterDot, type ScriptedPorts, scriptedPorts, sent } from './fixtures/scripted-ports.ts'
import { testOutbox } from './fixtures/test-outbox.ts'
import { sweepOutbox } from './sweep-outbox.ts'

let server: TestServer
let ada: TestMember
let admin: TestMember
let mailboxId: string
let box: Awaited<ReturnType<typeof testOutbox>>

beforeAll(async () => {
  server = await testServer()
  box = await testOutbox()
  ada = await createMember(server)
  admin = await createMember(server, { role: 'admin' })
  mailboxId = await createMailbox(server.db, ada.id)
})
afterAll(async () => {
  await server.close()
  await box.close()
})

const send = async () => {
  const body = { mailboxId, to: ['bob@example.com'], subject: 'Hi', bodyText: 'Hi', clientToken: newId() }
  return ada.session('POST', '/api/v1/messages/send', { body })
}
const queue = async () => {
  const { body } = await send()
  await makeDue(server.db, body.opId)
  return body.opId as string
}
const deliver = (id: string, ports: ScriptedPorts = scriptedPorts(), enabled = true) =>
  deliverMail({ ...box.deps, enabled, ports }, id, { ...box.context, db: server.db })
const status = async (id: string) => (await stateOf(server.db, id))?.sendStatus
const cancel = (id: string, who = ada) => who.session('POST', `/api/v1/sending/${id}/cancel`)
const setInstance = (enabled: boolean) => admin.session('PUT', '/api/v1/admin/sending', { body: { enabled } })
const setMailbox = (enabled: boolean) =>
  ada.session('PUT', `/api/v1/mailboxes/${mailboxId}/sending`, { body: { enabled } })

describe('a switch that is off', () => {
  it.each([
    ['of the instance', setInstance],
    ['of the mailbox', setMailbox],
  ])('%s rejects new mail, holds queued mail, and releases it when it is on again', async (_name, set) => {
    const id = await queue()
    expect((await set(false)).body).toEqual({ enabled: false })
    const rejected = await send()
    expect([rejected.status, rejected.body.code]).toEqual([403, 'sending.disabled'])
    const ports = scriptedPorts()
    await deliver(id, ports)
    expect([await status(id), ports.dialogues]).toEqual(['held', []])
    await set(true)
    expect(await status(id)).toBe('pending')
    await deliver(id)
    expect(await status(id)).toBe('done')
  })

  it('stops a mail in progress before the final dot', async () => {
    const id = await queue()
    let isSent = false
    const ports = scriptedPorts(async ({ beforeDot }) => {
      await setInstance(false)
      await beforeDot().then(
        () => {
          isSent = true
        },
        () => undefined,
      )
      return { state: 'failed', transient: true, kind: 'stopped', message: 'stopped' }
    })
    await deliver(id, ports)
    expect([isSent, await status(id)]).toEqual([false, 'held'])
    await setInstance(true)
  })

  it('as a setting holds mail too, and the sweep releases it once it is on', async () => {
    const id = await queue()
    await deliver(id, scriptedPorts(), false)
    expect(await status(id)).toBe('held')
    await sweepOutbox(server.db, box.live, false)
    expect(await status(id)).toBe('held')
    await sweepOutbox(server.db, box.live, true)
    expect(await status(id)).toBe('pending')
  })

  it('as a setting rejects new mail and is shown', async () => {
    const off = await testServer({ MAILWRIGHT_SENDING: 'off' })
    const dan = await createMember(off, { role: 'admin' })
    const body = { mailboxId: newId(), to: ['b@example.com'], subject: '', bodyText: '', clientToken: 'x' }
    expect((await dan.session('POST', '/api/v1/messages/send', { body })).body.code).toBe('sending.disabled')
    expect((await dan.session('GET', '/api/v1/admin/sending')).body).toEqual({ enabled: false })
    await off.close()
  })

  it('still recognises mail accepted before', async () => {
    const body = { mailboxId, to: ['bob@example.com'], subject: '', bodyText: '', clientToken: newId() }
    const first = await ada.session('POST', '/api/v1/messages/send', { body })
    await setInstance(false)
    const again = await ada.session('POST', '/api/v1/messages/send', { body })
    await setInstance(true)
    expect([again.status, again.body]).toEqual([202, { opId: first.body.opId, duplicate: true }])
  })

  it('cannot be changed by another member', async () => {
    const bob = await createMember(server)
    const answer = await bob.session('PUT', `/api/v1/mailboxes/${mailboxId}/sending`, {
      body: { enabled: false },
    })
    expect([answer.status, answer.body.code]).toEqual([404, 'mailbox.not_found'])
    expect((await ada.session('GET', `/api/v1/mailboxes/${mailboxId}/sending`)).body).toEqual({
      enabled: true,
    })
  })
})

describe('GET /sending/{id}', () => {
  it("shows a mail with its text and the server's words, and nobody else's", async () => {
    const id = await queue()
    const refused = {
      state: 'failed',
      transient: false,
      kind: 'refused',
      message: '550 no such user',
    } as const
    await deliver(
      id,
      scriptedPorts(async () => refused),
    )
    const { body } = await ada.session('GET', `/api/v1/sending/${id}`)
    expect(body).toMatchObject({
      item: {
        id,
        subject: 'Hi',
        sendStatus: 'failed',
        sendErrorKind: 'refused',
        recipients: ['bob@example.com'],
      },
      cc: [],
      bcc: [],
      bodyText: 'Hi',
      serverMessage: '550 no such user',
    })
    const foreign = await admin.session('GET', `/api/v1/sending/${id}`)
    expect([foreign.status, foreign.body.code]).toEqual([404, 'sending.not_found'])
  })
})

describe('cancelling', () => {
  it('prevents a pending mail from being sent', async () => {
    const id = await queue()
    expect((await cancel(id)).body).toEqual({ opId: id })
    const ports = scriptedPorts()
    await deliver(id, ports)
    expect([await status(id), ports.dialogues]).toEqual(['cancelled', []])
  })

  it("returns 409 after the mail was sent, and 404 for another member's mail", async () => {
    const id = await queue()
    await deliver(id)
    const late = await cancel(id)
    expect([late.status, late.body.code]).toEqual([409, 'sending.not_cancellable'])
    const foreign = await cancel(id, admin)
    expect([foreign.status, foreign.body.code]).toEqual([404, 'sending.not_found'])
  })

  it('races with delivery, and exactly one of the two wins', async () => {
    const results = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const id = await queue()
        const ports = scriptedPorts(afterDot(sent))
        const [answer] = await Promise.all([cancel(id), deliver(id, ports)])
        return [answer.status === 200, ports.dialogues.length === 1, await status(id)]
      }),
    )
    for (const [cancelled, isSent, end] of results) {
      expect(isSent).toBe(!cancelled)
      expect(end).toBe(cancelled ? 'cancelled' : 'done')
    }
  })
})
