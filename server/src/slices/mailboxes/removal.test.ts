import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../platform/db/sql.ts'

let server: TestServer
let ada: TestMember
beforeAll(async () => {
  server = await testServer({ MAILWRIGHT_ROLES: 'api,worker' })
  ada = await createMember(server)
})
afterAll(() => server.close())

const path = '/api/v1/mailboxes'
const connect = async () => {
  const body = { address: 'ada@example.com', imapHost: 'i', smtpHost: 's', password: 'p' }
  return (await ada.session('POST', `${path}/imap`, { body })).body
}

const fill = (id: string, messages: number) =>
  server.db.run(sql`
    with folder as (
      insert into folders (id, mailbox_id, path, key, name)
      values (gen_random_uuid(), ${id}, 'INBOX', 'inbox', 'INBOX') returning id
    ), thread as (
      insert into threads (id, mailbox_id, last_message_at, message_count, unread_count, participants,
                           participant_count, has_attachments, seen, flagged, draft, sent)
      values (gen_random_uuid(), ${id}, now(), 1, 0, '[]', 0, false, true, false, false, false) returning id
    )
    insert into messages (id, mailbox_id, thread_id, folder_id, uid, received_at, seen, flagged, draft, sent,
                          has_attachments, size, search)
    select gen_random_uuid(), ${id}, thread.id, folder.id, uid, now(), true, false, false, false, false, 1, ''
    from folder, thread, generate_series(1, ${messages}) uid`)

const left = async (id: string) =>
  (
    await server.db.row<{ rows: number }>(sql`
      select (select count(*) from messages where mailbox_id = ${id})
        + (select count(*) from threads where mailbox_id = ${id})
        + (select count(*) from folders where mailbox_id = ${id})
        + (select count(*) from secrets where owner_id = ${id})
        + (select count(*) from mailboxes where id = ${id}) as rows`)
  )?.rows

it('deletes a mailbox with its contents', async () => {
  const { mailboxId: id } = await connect()
  await fill(id, 2_500)
  const { body: impact } = await ada.session('GET', `${path}/${id}/removal-impact`)
  expect(impact.messages).toBe(2_500)
  const { status, text } = await ada.session('DELETE', `${path}/${id}`)
  expect([status, text]).toEqual([204, ''])
  const again = await ada.session('DELETE', `${path}/${id}`)
  expect([again.status, again.body.code]).toEqual([404, 'mailbox.not_found'])
  expect((await ada.session('GET', path)).body.mailboxes).toEqual([])
  const { items } = (await ada.session('GET', '/api/v1/notifications')).body
  const params = { mailboxId: id, address: 'ada@example.com', mode: 'deleted', unpublishedWorkflows: 0 }
  expect(items).toMatchObject([{ kind: 'mailbox.removed', params }])
  // The address can be reused at once, while the rows are still being deleted.
  const reconnected = await connect()
  expect([reconnected.created, reconnected.mailboxId === id]).toEqual([true, false])
  await expect.poll(() => left(id)).toBe(0)
  expect(await left(reconnected.mailboxId)).toBe(2)
})
