import { ImapFlow } from 'imapflow'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { describeWithMail } from '#test/mail/available'
import { type Dovecot, startDovecot } from '#test/mail/dovecot'
import { sql } from '../../../platform/db/sql.ts'
import { newId } from '../../../platform/ids/ids.ts'
import { wakeOwner } from '../lease/lease.store.ts'
import { expectMirrorEqualsServer } from './fixtures/oracle.ts'
import { readServer } from './fixtures/states.ts'
import { type BareMirror, mirrorOnUser } from './fixtures/test-mirror.ts'
import { processOps } from './process-ops.ts'

// What other mail programs do while an action of a member waits for the server.

const users = Array.from({ length: 7 }, (_, i) => `ada${i}`)
const eventually = { timeout: 60_000, interval: 50 }
const mail = (n: number | string) =>
  `From: Zoe <zoe@shop.example>\r\nTo: ada@mail.test\r\nSubject: Mail ${n}\r\nMessage-ID: <m${n}@shop.example>\r\n\r\nBody ${n}\r\n`

let dovecot: Dovecot
let mirror: BareMirror
let client: ImapFlow
let mayProcess = false
let used = 0
beforeAll(async () => {
  dovecot = await startDovecot({ users })
})
afterAll(() => dovecot?.stop())

/** Wakes the mirror until it has polled the folder again. */
async function nextPoll(path: string) {
  const syncedAt = async () =>
    (await mirror.db.row<{ at: string }>(sql`select synced_at::text as at from folders where path = ${path}`))
      ?.at
  const before = await syncedAt()
  const isLater = async () => {
    await wakeOwner(mirror.db, mirror.mailboxId)
    return (await syncedAt()) !== before
  }
  // Twice: the first poll may have begun before.
  await expect.poll(isLater, eventually).toBe(true)
}

async function onMessage(path: string, work: () => Promise<unknown>) {
  const lock = await client.getMailboxLock(path)
  await work()
  lock.release()
  await nextPoll(path)
  await nextPoll(path)
}

type Row = { id: string; folderId: string; uid: number }
const rowOf = async (subject: string) =>
  (await mirror.db.row<Row>(
    sql`select id, folder_id as "folderId", uid from messages where subject = ${subject}`,
  )) as Row

async function addOp({ id, folderId, uid }: Row, params: object) {
  await mirror.db.run(sql`
    insert into message_ops (id, mailbox_id, message_id, action, params, before)
    select ${newId()}, ${mirror.mailboxId}, ${id}, 'move', ${JSON.stringify(params)}::jsonb, ${JSON.stringify(
      {
        folderId,
        uid,
        seen: false,
        flagged: false,
        labels: [],
      },
    )}::jsonb || jsonb_build_object('uidValidity', uid_validity) from folders where id = ${folderId}`)
}

const inboxId = async () =>
  (await mirror.db.row<{ id: string }>(sql`select id from folders where path = 'INBOX'`))?.id

/** As after a move that the server has not carried out yet. */
const showInInbox = async ({ id }: Row) =>
  mirror.db.run(sql`update messages set uid = ${-(2 ** 41)}, folder_id = ${await inboxId()} where id = ${id}`)

async function processNow() {
  mayProcess = true
  const isPending = async () => {
    await wakeOwner(mirror.db, mirror.mailboxId)
    return mirror.db.row(sql`select from message_ops where status = 'pending'`)
  }
  await expect.poll(isPending, eventually).toBeUndefined()
}

const expectEqual = async () => {
  await wakeOwner(mirror.db, mirror.mailboxId)
  await expectMirrorEqualsServer(mirror)
}

describeWithMail('the mirror stays equal to the server', () => {
  beforeEach(async () => {
    const { username: user, password: pass } = dovecot.user(users[used] ?? '')
    mayProcess = false
    mirror = await mirrorOnUser(dovecot, users[used++] ?? '', {
      processRequests: async (context, session, folders) => {
        if (mayProcess)
          await processOps(context, session, folders, async (ops) => void mirror.refused.push(...ops))
      },
    })
    client = new ImapFlow({
      host: '127.0.0.1',
      port: dovecot.imapPort,
      secure: false,
      auth: { user, pass },
      logger: false,
      tls: { rejectUnauthorized: false },
    })
    await client.connect()
    await client.mailboxCreate('Work')
    for (const n of [1, 2, 3]) await client.append('Work', mail(n))
    mirror.start()
    await expectEqual()
  })
  afterEach(async () => {
    await client.logout()
    await mirror.close()
  })

  it('when others have done what a member asks for, and more', async () => {
    const row = await rowOf('Mail 2')
    await addOp(row, { kind: 'flag', flag: 'seen', value: true })
    await mirror.db.run(sql`update messages set seen = true where id = ${row.id}`)
    await onMessage('Work', () => client.messageFlagsAdd('2', ['\\Seen', '\\Flagged', '\\Answered']))
    await processNow()
    await expectEqual()
  })

  const moveToNowhere = async (row: Row) => {
    await addOp(row, { kind: 'move', targetId: newId() })
    await showInInbox(row)
  }

  it('when a message changes whose move the server rejects then', async () => {
    const row = await rowOf('Mail 2')
    await moveToNowhere(row)
    await onMessage('Work', () => client.messageFlagsAdd('2', ['\\Flagged']))
    await processNow()
    await expectEqual()
    expect(await rowOf('Mail 2')).toEqual(row)
    expect(mirror.refused).toHaveLength(1)
  })

  it('when a message is deleted whose move the server rejects then', async () => {
    await moveToNowhere(await rowOf('Mail 2'))
    await onMessage('Work', () => client.messageDelete('2'))
    await processNow()
    await expectEqual()
  })

  it('when a folder is deleted before the move of one of its messages', async () => {
    const row = await rowOf('Mail 2')
    await addOp(row, {
      kind: 'move',
      targetId: await inboxId(),
    })
    await showInInbox(row)
    await client.mailboxDelete('Work')
    const isMirrored = async () => {
      await wakeOwner(mirror.db, mirror.mailboxId)
      return mirror.db.row(sql`select from folders where path = 'Work'`)
    }
    await expect.poll(isMirrored, eventually).toBeUndefined()
    await processNow()
    await expectEqual()
    expect(mirror.refused).toHaveLength(1)
  })

  const makeAgain = async () => {
    await client.mailboxDelete('Work')
    await client.mailboxCreate('Work')
    for (const n of ['a', 'b', 'c']) await client.append('Work', mail(n))
  }

  it.each([
    ['deletion', 'delete'],
    ['move', 'move'],
  ])('when a folder is made again before the %s of one of its messages', async (_, kind) => {
    const row = await rowOf('Mail 2')
    await addOp(row, {
      kind,
      targetId: await inboxId(),
    })
    await (kind === 'delete'
      ? mirror.db.run(sql`delete from messages where id = ${row.id}`)
      : showInInbox(row))
    await makeAgain()
    await processNow()
    await expectEqual()
    const lines = await mirror.withServer(readServer)
    expect(lines.filter((line) => line.startsWith('Work '))).toHaveLength(3)
    expect(mirror.refused).toHaveLength(1)
  })
})
