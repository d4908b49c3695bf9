import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../platform/db/sql.ts'
import { newId } from '../../platform/ids/ids.ts'
import { createOutbound, type Outbound } from '../../platform/outbound/outbound.ts'
import { type ScriptedS3, s3Account, startScriptedS3 } from '../../protocols/s3/fixtures/scripted-s3.ts'
import { createS3 } from '../../protocols/s3/s3.ts'
import { deliverMail } from './deliver-mail.ts'
import { databaseFiles, objectFiles } from './file-store.ts'
import { createMailbox, makeDue, stateOf } from './fixtures/outbox.store.ts'
import { scriptedPorts } from './fixtures/scripted-ports.ts'
import { testOutbox } from './fixtures/test-outbox.ts'
import type { FileStore } from './ports.ts'
import { purgeUploads } from './uploads.store.ts'

let peer: ScriptedS3
let outbound: Outbound
let files: FileStore
let server: TestServer
let ada: TestMember
let mailboxId: string
let box: Awaited<ReturnType<typeof testOutbox>>

beforeAll(async () => {
  peer = await startScriptedS3()
  outbound = createOutbound({ purpose: 's3', allow: ['127.0.0.0/8'] })
  const account = { ...s3Account, endpoint: peer.endpoint, fetch: outbound.fetch }
  files = objectFiles(createS3({ ...account, pauseMs: 1 }))
  server = await testServer({
    MAILWRIGHT_S3_ENDPOINT: peer.endpoint,
    MAILWRIGHT_S3_BUCKET: s3Account.bucket,
    MAILWRIGHT_S3_REGION: s3Account.region,
    MAILWRIGHT_S3_ACCESS_KEY: s3Account.accessKey,
    MAILWRIGHT_S3_SECRET_KEY: s3Account.secretKey,
    MAILWRIGHT_OUTBOUND_ALLOW: `127.0.0.1:${peer.port}`,
  })
  box = await testOutbox()
  ada = await createMember(server)
  mailboxId = await createMailbox(server.db, ada.id)
})
afterAll(async () => {
  await server.close()
  await box.close()
  await outbound.close()
  await peer.close()
})
beforeEach(() => {
  peer.faults.length = 0
})

const upload = (content: string) =>
  ada.session('POST', '/api/v1/messages/attachments', {
    type: 'multipart/form-data; boundary=b',
    raw: `--b\r\nContent-Disposition: form-data; name="file"; filename="note.txt"\r\nContent-Type: text/plain\r\n\r\n${content}\r\n--b--\r\n`,
  })
const uploadedId = async (content: string): Promise<string> => (await upload(content)).body.attachment.id
const objectOf = (id: string) => peer.objects.get(`/mail%20files/uploads/${id}`)?.toString()
const send = async (id: string) => {
  const body = {
    mailboxId,
    to: ['bob@example.com'],
    subject: 'Hi',
    bodyText: 'Hi',
    clientToken: newId(),
    attachments: [{ id }],
  }
  const { opId } = (await ada.session('POST', '/api/v1/messages/send', { body })).body
  await makeDue(server.db, opId)
  return opId as string
}
const deliver = async (opId: string, store = files) => {
  const ports = { ...scriptedPorts(), files: store }
  await deliverMail({ ...box.deps, ports }, opId, { ...box.context, db: server.db })
  return { ports, state: await stateOf(server.db, opId) }
}
const makeOld = (id: string) =>
  server.db.run(sql`
    update uploaded_objects set created_at = now() - interval '2 hours' where id = ${id}`)
const knownObjects = async () =>
  (await server.db.rows<{ id: string }>(sql`select id from uploaded_objects`)).map(({ id }) => id)

describe('an uploaded file in an object store', () => {
  it('is not in the database, and is sent with the mail', async () => {
    const id = await uploadedId('stored as an object')
    expect(objectOf(id)).toBe('stored as an object')
    const row = await server.db.row<{ content: Buffer | null }>(sql`
      select content from uploaded_files where id = ${id}`)
    expect(row).toEqual({ content: null })
    const { ports, state } = await deliver(await send(id))
    expect(state?.sendStatus).toBe('done')
    expect(ports.dialogues[0]?.source.toString()).toContain(
      Buffer.from('stored as an object').toString('base64'),
    )
  })

  it('returns 503 while the store is unavailable, and leaves nothing behind', async () => {
    peer.faults.push(503, 503, 503, 503)
    const answer = await upload('never stored')
    expect([answer.status, answer.body.code]).toEqual([503, 'internal.unavailable'])
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await server.db.rows(sql`select from uploaded_files where content is not null`)).toEqual([])
  })

  it('delays the mail while it cannot be read, and fails the mail when it is gone', async () => {
    const id = await uploadedId('delayed')
    const opId = await send(id)
    peer.faults.push(503, 503, 503, 503)
    const first = await deliver(opId)
    expect([first.state?.sendStatus, first.state?.sendErrorKind]).toEqual(['pending', 'files_away'])
    await makeDue(server.db, opId)
    expect((await deliver(opId)).state?.sendStatus).toBe('done')

    const lost = await uploadedId('lost')
    peer.objects.delete(`/mail%20files/uploads/${lost}`)
    const { state } = await deliver(await send(lost))
    expect([state?.sendStatus, state?.sendErrorKind]).toEqual(['failed', 'attachment_gone'])
  })

  it('is still found in the database when it was uploaded before the store was configured', async () => {
    const id = newId()
    const row = { id, filename: 'old.txt', mime: 'text/plain', size: 3 }
    await databaseFiles.save(
      async () => server.db,
      server.db,
      { memberId: ada.id, quotaBytes: 1000 },
      row,
      Buffer.from('old'),
    )
    expect((await deliver(await send(id))).state?.sendStatus).toBe('done')
  })
})

describe('orphaned objects', () => {
  it('are removed an hour after a rolled-back transaction', async () => {
    const id = newId()
    const row = { id, filename: 'a.txt', mime: 'text/plain', size: 1 }
    const tx = await server.db.begin()
    await files.save(async () => tx, server.db, { memberId: ada.id, quotaBytes: 1000 }, row, Buffer.from('x'))
    await tx.rollback()
    expect(objectOf(id)).toBe('x')
    await files.sweep(server.db, 100)
    expect(objectOf(id)).toBe('x')
    await makeOld(id)
    expect(await files.sweep(server.db, 100)).toBeGreaterThan(0)
    expect([objectOf(id), (await knownObjects()).includes(id)]).toEqual([undefined, false])
  })

  it('are removed once their file has expired, and no others', async () => {
    const [old, young] = [await uploadedId('old'), await uploadedId('young')]
    await server.db.run(sql`
      update uploaded_files set created_at = now() - interval '25 hours' where id = ${old}`)
    for (const id of [old, young]) await makeOld(id)
    await purgeUploads(server.db, 100)
    await files.sweep(server.db, 100)
    expect([objectOf(old), objectOf(young)]).toEqual([undefined, 'young'])
    expect(await knownObjects()).toContain(young)
  })

  it('stay recorded while the store is unavailable', async () => {
    const id = newId()
    await server.db.run(sql`
      insert into uploaded_objects (id, created_at) values (${id}, now() - interval '2 hours')`)
    peer.faults.push(503, 503, 503, 503)
    await expect(files.sweep(server.db, 100)).rejects.toThrow('did not remove')
    expect(await knownObjects()).toContain(id)
    await files.sweep(server.db, 100)
    expect(await knownObjects()).not.toContain(id)
  })
})
