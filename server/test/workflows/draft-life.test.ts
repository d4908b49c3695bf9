import { afterAll, beforeAll, expect, it } from 'vitest'
import { chainOf } from '../../src/slices/executions/fixtures/graphs.ts'
import { eventually, publish, stepsOf } from '../../src/slices/executions/fixtures/run-workflow.ts'
import { describeWithMail } from '../mail/available.ts'
import { type MailWorld, mailFrom, runOn, startMailWorld } from './mail-world.ts'

// The tests start the runs.
const never = { field: 'subject', operator: 'equals', value: 'never' }

let world: MailWorld
let workflowId: string

type Item = { id: string; reviewStatus: string; reviewReason?: string }
const journal = async (): Promise<Item[]> =>
  (await world.get(`/api/v1/sending/journal?workflowId=${workflowId}&limit=100`)).items
const stateOf = async (id: string) => (await journal()).find((item) => item.id === id)?.reviewStatus

/** A message from Bob and a draft that answers it. */
async function draftFor(subject: string) {
  const messageId = await world.receive(mailFrom('Bob <bob@mail.test>', subject), subject)
  const [run] = await runOn(world.ada, workflowId, [messageId])
  expect(run, JSON.stringify(run?.error)).toMatchObject({ status: 'succeeded' })
  return { messageId, id: stepsOf(run).draft?.data?.id as string }
}

const uidOf = async (folder: string, subject: string) =>
  (await world.folder(folder)).find((one) => one.subject === subject)?.uid ?? 0
const move = (subject: string, from: string, to: string) =>
  world.elsewhere(async (client) => {
    const uid = await uidOf(from, subject)
    await client.mailboxOpen(from)
    await client.messageMove(String(uid), to, { uid: true })
  })
const foundIn = async (folder: string, subject: string) => {
  const q = encodeURIComponent(`in:${folder} subject:"${subject}"`)
  return (await world.get(`/api/v1/messages?q=${q}`)).messages.map(({ id }: { id: string }) => id)
}

describeWithMail('a draft that waits', () => {
  beforeAll(async () => {
    world = await startMailWorld()
    workflowId = await publish(
      world.ada,
      chainOf({
        start: ['trigger.message', { conditions: [never] }],
        draft: ['mail.draft', { body: 'Dear Bob' }],
      }),
    )
  })
  afterAll(() => world?.close())

  it('outlives moves and a trip through the trash, and is gone once the message is expunged', async () => {
    const subject = 'Moving message'
    const { id, messageId } = await draftFor(subject)
    const trips: [from: string, to: string][] = [
      ['INBOX', 'Projects'],
      ['Projects', 'Trash'],
      ['Trash', 'INBOX'],
    ]
    for (const [from, to] of trips) {
      await move(subject, from, to)
      await expect.poll(() => foundIn(to, subject), eventually).toEqual([messageId])
      expect(await stateOf(id)).toBe('pending')
    }
    await world.elsewhere(async (client) => {
      const uid = await uidOf('INBOX', subject)
      await client.mailboxOpen('INBOX')
      await client.messageDelete(String(uid), { uid: true })
    })
    await expect.poll(() => stateOf(id), eventually).toBe('gone')
  })

  it('is gone when the member deletes the message for good from here', async () => {
    const { id, messageId } = await draftFor('Unwanted message')
    const { threadId } = await world.get(`/api/v1/messages/${messageId}`)
    const act = (action: string) =>
      world.ada.session('POST', `/api/v1/threads/${threadId}/actions`, {
        body: { action, clientToken: `${action}-${threadId}` },
      })
    expect((await act('trash')).status).toBe(202)
    expect(await stateOf(id)).toBe('pending')
    expect((await act('deletePermanently')).status).toBe(202)
    expect(await stateOf(id)).toBe('gone')
  })

  it('is replaced by that of a second run, which says so', async () => {
    const { id, messageId } = await draftFor('Twice answered')
    const [second] = await runOn(world.ada, workflowId, [messageId])
    const { draft } = stepsOf(second)
    expect(draft).toMatchObject({
      data: { held: true, replaced: id },
      effects: [{ kind: 'mail.held', description: expect.stringContaining('in place of an earlier draft') }],
    })
    expect(await stateOf(id)).toBe('gone')
    expect(await stateOf(draft?.data?.id as string)).toBe('pending')
  })
  it('stays beside that of a second run once a person has edited it, until one of them is sent', async () => {
    const subject = 'Carefully answered'
    const { id, messageId } = await draftFor(subject)
    const body = { bodyText: 'Dear Bob, in my own words' }
    expect((await world.ada.session('PATCH', `/api/v1/review/${id}`, { body })).status).toBe(200)
    const [second] = await runOn(world.ada, workflowId, [messageId])
    const { draft } = stepsOf(second)
    expect(draft?.data).not.toHaveProperty('replaced')
    const other = draft?.data?.id as string
    expect([await stateOf(id), await stateOf(other)]).toEqual(['pending', 'pending'])
    const send = { clientToken: `send-${id}` }
    expect((await world.ada.session('POST', `/api/v1/review/${id}/send`, { body: send })).status).toBe(202)
    expect(await world.arrived('bob', `Subject: Re: ${subject}`)).toContain('in my own words')
    await expect.poll(() => stateOf(other), eventually).toBe('gone')
    expect((await journal()).find((item) => item.id === other)?.reviewReason).toBe(
      'You answered this conversation yourself.',
    )
  })
  it('outlives a mailbox that is disconnected and connected again, and goes with a deleted one', async () => {
    const { id } = await draftFor('Lasting message')
    const at = `/api/v1/mailboxes/${world.mailboxId}`
    expect((await world.ada.session('POST', `${at}/disconnect`)).status).toBe(200)
    await world.connect()
    await world.receive(mailFrom('Bob <bob@mail.test>', 'After the return'), 'After the return')
    expect(await stateOf(id)).toBe('pending')
    expect((await world.ada.session('DELETE', at)).status).toBe(204)
    expect((await world.get('/api/v1/review')).pendingCount).toBe(0)
    await expect.poll(journal, eventually).toEqual([])
    expect((await world.ada.session('GET', `/api/v1/review/${id}`)).status).toBe(404)
  })
})
