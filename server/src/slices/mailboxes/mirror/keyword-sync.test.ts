import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { describeWithMail } from '#test/mail/available'
import { type Dovecot, startDovecot } from '#test/mail/dovecot'
import { startScriptedImap } from '#test/mail/scripted-imap'
import { sql } from '../../../platform/db/sql.ts'
import { labelMessage } from '../../messages/index.ts'
import { wakeOwner } from '../lease/lease.store.ts'
import { type BareMirror, mirrorOnPeer, mirrorOnUser } from './fixtures/test-mirror.ts'

const eventually = { timeout: 60_000, interval: 25 }
const source =
  'From: zoe@shop.example\r\nTo: ada@mail.test\r\nSubject: Order\r\nMessage-ID: <o1@shop.example>\r\n\r\nHi\r\n'

let mirror: BareMirror
afterEach(() => mirror?.close())

type Row = { id: string; threadId: string; labels: string[] | null; seen: boolean }
const row = async () =>
  (await mirror.db.row<Row>(
    sql`select id, thread_id as "threadId", classification -> 'labels' as labels, seen from messages`,
  )) ?? ({ id: '', threadId: '', labels: null, seen: false } satisfies Row)
const expectLabels = (labels: string[]) =>
  expect.poll(async () => (await row()).labels, eventually).toEqual(labels)
const waitForMessage = () => expect.poll(async () => (await row()).id, eventually).not.toBe('')
const waitForSeen = () => expect.poll(async () => (await row()).seen, eventually).toBe(true)

let tokens = 0
const label = async (add: string[], remove: string[] = [], clientToken = `token-${tokens++}`) => {
  const { id: messageId, threadId } = await row()
  const target = { memberId: mirror.memberId, threadId, messageId }
  const deps = { wake: wakeOwner, live: mirror.live }
  return mirror.db.transaction((db) => labelMessage(db, target, { add, remove, clientToken }, deps))
}
const onServer = () =>
  mirror.withServer(async (session) => {
    const [message] = await (await session.open('INBOX')).fetchFlags()
    return (message?.flags ?? []).sort()
  })
/** Changes flags like another mail client. */
const changeOnServer = (method: 'addFlags' | 'removeFlags', flags: string[]) =>
  mirror.withServer(async (session) => {
    const inbox = await session.open('INBOX')
    await inbox[method](await inbox.uids(), flags)
  })
const waitForOps = () =>
  expect
    .poll(() => mirror.db.row(sql`select from message_ops where status = 'pending'`), eventually)
    .toBeUndefined()

const servers: [string, string | undefined][] = [
  ['a server with CONDSTORE', undefined],
  ['a server without CONDSTORE', 'IMAP4rev1 UIDPLUS IDLE'],
]

for (const [serverName, capability] of servers)
  describeWithMail(`keywords on a message of ${serverName}`, () => {
    let dovecot: Dovecot
    let user = 0
    beforeAll(async () => {
      const users = ['u0', 'u1', 'u2', 'u3']
      dovecot = await startDovecot({ users, ...(capability ? { capability } : {}) })
    })
    afterAll(() => dovecot?.stop())
    const open = async (flags: string[] = []) => {
      const name = `u${user++ % 4}`
      mirror = await mirrorOnUser(dovecot, name)
      await mirror.withServer((session) => session.append('INBOX', Buffer.from(source), flags))
      mirror.start()
      await waitForMessage()
    }

    it('are set on the server once, and removed again', async () => {
      await open()
      expect(await label(['Blue', 'Très urgent'], [], 'the-token')).toBe(true)
      expect(await label(['Blue', 'Très urgent'], [], 'the-token')).toBe(true)
      expect(await label(['Blue'])).toBe(false)
      await expect.poll(onServer, eventually).toEqual(['Blue', 'Tr=C3=A8s=20urgent'])
      await label([], ['Blue'])
      await expect.poll(onServer, eventually).toEqual(['Tr=C3=A8s=20urgent'])
      await expectLabels(['Très urgent'])
      expect(mirror.refused).toEqual([])
    })

    it('follow additions and removals by other mail clients', {
      timeout: 60_000,
    }, async () => {
      await open(['Red', 'NonJunk'])
      await expectLabels(['Red'])
      await label(['$mine', 'Blue'])
      await expect.poll(onServer, eventually).toContain('Blue')
      await changeOnServer('addFlags', ['Green', '$Forwarded'])
      await expectLabels(['$mine', 'Blue', 'Green', 'Red'])
      await changeOnServer('removeFlags', ['Red', 'Blue'])
      await expectLabels(['$mine', 'Green'])
      // Other changes of the message remove nothing.
      await changeOnServer('addFlags', ['\\Seen'])
      await waitForSeen()
      expect((await row()).labels).toEqual(['$mine', 'Green'])
    })
  })

describe('keywords on a server that stores none', () => {
  it.each([
    ['says so', '\\Seen \\Flagged', false],
    ['rejects them', '\\Seen \\*', true],
  ])('remain in the mirror when it %s', async (_case, permanentFlags, isSent) => {
    const inbox = { uidValidity: 1, messages: [{ uid: 1, source, flags: [] as string[], modseq: 1 }] }
    const server = await startScriptedImap({
      folders: { INBOX: inbox },
      on: {
        SELECT: (_command, connection, usual) => {
          const { send } = connection
          const replacement = `PERMANENTFLAGS (${permanentFlags})`
          connection.send = (...lines) =>
            send(...lines.map((line) => String(line).replace(/PERMANENTFLAGS \(.*?\)/, replacement)))
          usual()
          connection.send = send
        },
        'UID STORE': (_command, connection) => connection.no('keywords are not permitted'),
      },
    })
    mirror = await mirrorOnPeer(server)
    mirror.start()
    await waitForMessage()
    await label(['Blue'])
    await waitForOps()
    const [mail] = inbox.messages
    Object.assign(mail ?? {}, { flags: ['\\Seen'], modseq: 9 })
    await wakeOwner(mirror.db, mirror.mailboxId)
    await waitForSeen()
    expect((await row()).labels).toEqual(['Blue'])
    expect(server.commands.some((command) => command.startsWith('UID STORE'))).toBe(isSent)
    expect(mirror.refused).toEqual([])
    await server.stop()
  })
})
