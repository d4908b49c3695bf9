import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { testDatabase } from '#test/database'
import { sql } from '../../platform/db/sql.ts'
import { newId } from '../../platform/ids/ids.ts'
import { createMailServerCheck } from './mail-servers.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

async function connect(imap: object, smtp: object, status = 'active') {
  const id = newId()
  const address = `${id}@x.org`
  await database.db.run(sql`
    with member as (
      insert into members (id, email, name, role) values (${id}, ${address}, 'Ada', 'member') returning id)
    insert into mailboxes (id, member_id, address, provider, status, servers)
    select id, id, ${address}, 'imap', ${status}, ${JSON.stringify({ imap, smtp })}::jsonb from member`)
}

it('knows the servers of connected mailboxes, new ones within seconds', async () => {
  await connect({ host: 'IMAP.Inner', port: 1143 }, { host: 'smtp.inner', port: 1587 })
  await connect({ host: 'old.inner', port: 1143 }, { host: 'old.inner', port: 1587 }, 'disconnected')
  const isMailServer = createMailServerCheck(database.db, 1_000)
  expect(await isMailServer(['web.inner', 'imap.inner'], 1143)).toBe(true)
  expect(await isMailServer(['smtp.inner'], 1587)).toBe(true)
  expect(await isMailServer(['smtp.inner'], 1143)).toBe(false)
  expect(await isMailServer(['old.inner'], 1143)).toBe(false)
  await connect({ host: 'new.inner', port: 1143 }, { host: 'new.inner', port: 1587 })
  await vi.waitUntil(() => isMailServer(['new.inner'], 1587), { timeout: 60_000, interval: 50 })
})

it('fails while the list cannot be read, and reads it again', async () => {
  let isAway = true
  const db = Object.create(database.db, {
    rows: {
      value: (...args: Parameters<typeof database.db.rows>) =>
        isAway ? Promise.reject(new Error('away')) : database.db.rows(...args),
    },
  })
  const isMailServer = createMailServerCheck(db)
  await expect(isMailServer(['imap.inner'], 1143)).rejects.toThrow('away')
  isAway = false
  expect(await isMailServer(['imap.inner'], 1143)).toBe(true)
})
