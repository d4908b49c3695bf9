import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../platform/db/sql.ts'
import { purgeAged } from './fixtures/uploads.store.ts'
import { purgeUploads } from './uploads.store.ts'

let server: TestServer
let ada: TestMember
let bob: TestMember
beforeAll(async () => {
  server = await testServer({ MAILWRIGHT_UPLOAD_QUOTA_MB: '1' })
  ada = await createMember(server)
  bob = await createMember(server)
})
afterAll(() => server.close())

const quota = 1024 * 1024
const upload = (member: TestMember, bytes: number) =>
  member.session('POST', '/api/v1/messages/attachments', {
    type: 'multipart/form-data; boundary=frontier',
    raw: Buffer.from(
      '--frontier\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n' +
        `Content-Type: text/plain\r\n\r\n${'x'.repeat(bytes)}\r\n--frontier--\r\n`,
    ),
  })
const stored = async (member: TestMember) =>
  server.db.row(sql`
    select (select coalesce(sum(size), 0)::int from uploaded_files where member_id = ${member.id}) as files,
      (select bytes::int from upload_usage where member_id = ${member.id}) as counted`)

describe('the quota of uploaded files', () => {
  it('refuses a file that does not fit, and says what to do', async () => {
    const first = await upload(ada, 600_000)
    expect(first.status).toBe(201)
    const refused = await upload(ada, 600_000)
    expect([refused.status, refused.body.code]).toEqual([413, 'request.payload_too_large'])
    expect(refused.body.details).toEqual({ reason: 'quota', maxBytes: quota })
    expect(refused.body.message).toContain('1 MB')
    expect((await upload(ada, quota - 600_000)).status).toBe(201)
    expect((await upload(ada, 1)).status).toBe(413)
    expect(await stored(ada)).toEqual({ files: quota, counted: quota })
    // Another member has a quota of their own.
    expect((await upload(bob, 1)).status).toBe(201)
    const left = await purgeAged(server.db, [first.body.attachment.id], (db) => purgeUploads(db, 100))
    expect(left).toEqual([])
    expect((await upload(ada, 600_000)).status).toBe(201)
  })

  it('holds for parallel uploads together', async () => {
    const carol = await createMember(server)
    const results = await Promise.all(Array.from({ length: 8 }, () => upload(carol, 300_000)))
    expect(results.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(results.filter(({ status }) => status === 413)).toHaveLength(5)
    expect(await stored(carol)).toEqual({ files: 900_000, counted: 900_000 })
  })

  it('refuses a first file above it', async () => {
    const dave = await createMember(server)
    expect((await upload(dave, quota + 1)).status).toBe(413)
    expect((await upload(dave, quota)).status).toBe(201)
  })
})
