import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ScriptedGmail, startScriptedGmail } from '#test/mail/scripted-gmail'
import { sql } from '../../../platform/db/sql.ts'
import { labelMessage } from '../../messages/index.ts'
import { wakeOwner } from '../lease/lease.store.ts'
import { type BareMirror, mirrorOnPeer } from './fixtures/test-mirror.ts'

const eventually = { timeout: 60_000, interval: 25 }
const source =
  'From: zoe@shop.example\r\nTo: ada@mail.test\r\nSubject: Order\r\nMessage-ID: <o1@shop.example>\r\n\r\nHi\r\n'

let gmail: ScriptedGmail
let mirror: BareMirror
beforeEach(async () => {
  gmail = await startScriptedGmail(['Work', 'Été'])
  gmail.deliver(source, ['\\Inbox', 'Work'])
  mirror = await mirrorOnPeer(gmail)
  mirror.start()
  await expect.poll(async () => (await row()).id, eventually).not.toBe('')
})
afterEach(async () => {
  await mirror.close()
  await gmail.stop()
})

type Row = {
  id: string
  threadId: string
  classified: string[] | null
  labels: string[]
  keywords: string[] | null
}
const row = async () =>
  (await mirror.db.row<Row>(sql`
    select id, thread_id as "threadId", classification -> 'labels' as classified, labels, keywords from messages`)) ??
  ({ id: '', threadId: '', classified: null, labels: [], keywords: null } satisfies Row)
const classified = async () => (await row()).classified
const keys = async () => (await row()).labels
const expectFolders = (paths: string[]) =>
  expect
    .poll(
      async () =>
        (await mirror.db.rows(sql`select from folders where path = any (${paths}::text[]) and label = path`))
          .length,
      eventually,
    )
    .toBe(paths.length)

let tokens = 0
const label = async (add: string[], remove: string[] = [], clientToken = `token-${tokens++}`) => {
  const { id: messageId, threadId } = await row()
  const target = { memberId: mirror.memberId, threadId, messageId }
  const deps = { wake: wakeOwner, live: mirror.live }
  return mirror.db.transaction((db) => labelMessage(db, target, { add, remove, clientToken }, deps))
}
const onServer = () => gmail.all.messages[0]?.labels?.toSorted()
const stores = () => gmail.commands.filter((command) => command.startsWith('UID STORE'))
const ops = async () =>
  (await mirror.db.rows<{ status: string }>(sql`select status from message_ops order by id`)).map(
    ({ status }) => status,
  )
const waitForOps = () =>
  expect.poll(async () => (await ops()).every((status) => status === 'done'), eventually).toBe(true)

describe('keywords on a message of a mailbox with labels (Gmail)', () => {
  it('become labels, created on demand, once, and are removed again', async () => {
    expect(await label(['Blue', 'Très "urgent"', 'Été'], [], 'the-token')).toBe(true)
    expect(await label(['Blue', 'Très "urgent"', 'Été'], [], 'the-token')).toBe(true)
    expect(await label(['Blue'])).toBe(false)
    await expect.poll(onServer, eventually).toEqual(['Blue', 'Très "urgent"', 'Work', '\\Inbox', 'Été'])
    expect(stores().filter((command) => !/\+X-GM-LABELS/.test(command))).toEqual([])
    // The server lists them as folders; they remain keywords in the mirror.
    const folders = ['folder:Blue', 'folder:Très "urgent"', 'folder:Work', 'folder:Été', 'inbox']
    await expect.poll(keys, eventually).toEqual(folders)
    await expectFolders(['Blue', 'Très "urgent"', 'Été'])
    expect(await classified()).toEqual(['Blue', 'Très "urgent"', 'Été'])
    await label(['Red'], ['Blue', 'Été'])
    await expect.poll(onServer, eventually).toEqual(['Red', 'Très "urgent"', 'Work', '\\Inbox'])
    await expect
      .poll(keys, eventually)
      .toEqual(['folder:Red', 'folder:Très "urgent"', 'folder:Work', 'inbox'])
    expect(await row()).toMatchObject({ classified: ['Red', 'Très "urgent"'], keywords: null })
    expect([await ops(), mirror.refused, mirror.dispatched]).toEqual([['done', 'done'], [], []])
  })

  it('remove labels that were set on the server, and ignore missing ones', async () => {
    expect(await label([], ['Été'])).toBe(false)
    expect(await label([], ['Work'])).toBe(true)
    await expect.poll(onServer, eventually).toEqual(['\\Inbox'])
    await expect.poll(keys, eventually).toEqual(['inbox'])
    expect([await classified(), await ops()]).toEqual([null, ['done']])
  })

  it('are set in the end when added and removed at once', async () => {
    await label(['Blue'], ['Blue'])
    await waitForOps()
    expect([onServer(), await classified()]).toEqual([['Blue', 'Work', '\\Inbox'], ['Blue']])
  })

  it('remain in the mirror when they are names of system labels', async () => {
    const names = [
      '\\Starred',
      '\\Trash',
      'inbox',
      'Sent',
      'Trash',
      'Starred',
      'all mail',
      '[Gmail]/Spam',
      ' ',
    ]
    await label(names)
    await waitForOps()
    await label([], ['inbox', 'Important', '\\Inbox'])
    await waitForOps()
    expect([stores(), onServer()]).toEqual([[], ['Work', '\\Inbox']])
    expect((await classified())?.toSorted()).toEqual(names.filter((name) => name !== 'inbox').toSorted())
    expect(await keys()).toEqual(['folder:Work', 'inbox'])
  })

  it('remain in the mirror when the server rejects them, without blocking others', async () => {
    const defaultHandler = gmail.on['UID STORE']
    gmail.on['UID STORE'] = (command, peer, usual) =>
      command.args.includes('Bad')
        ? peer.no('[CANNOT] not this label')
        : defaultHandler?.(command, peer, usual)
    await label(['Bad', 'Blue'])
    await waitForOps()
    await expect.poll(keys, eventually).toEqual(['folder:Blue', 'folder:Work', 'inbox'])
    expect([await classified(), onServer()]).toEqual([
      ['Bad', 'Blue'],
      ['Blue', 'Work', '\\Inbox'],
    ])
    expect(mirror.refused).toEqual([])
  })

  it('are retried after a lost response, without further effect', async () => {
    const defaultHandler = gmail.on['UID STORE']
    let attempts = 0
    gmail.on['UID STORE'] = async (command, peer, usual) => {
      if (attempts++ > 0) return defaultHandler?.(command, peer, usual)
      const { ok } = peer
      peer.ok = () => peer.cut()
      await defaultHandler?.(command, peer, usual)
      peer.ok = ok
    }
    await label(['Blue'], [], 'the-token')
    await waitForOps()
    expect(stores().length).toBe(2)
    expect(await label(['Blue'], [], 'the-token')).toBe(true)
    await expect.poll(keys, eventually).toEqual(['folder:Blue', 'folder:Work', 'inbox'])
    expect([onServer(), await classified(), await ops()]).toEqual([
      ['Blue', 'Work', '\\Inbox'],
      ['Blue'],
      ['done'],
    ])
    expect((await mirror.db.rows(sql`select from messages`)).length).toBe(1)
  })

  it('remain in the mirror when the label is removed on the server', async () => {
    await label(['Blue'])
    await expect.poll(keys, eventually).toContain('folder:Blue')
    gmail.relabel(1, ['\\Inbox'])
    await wakeOwner(mirror.db, mirror.mailboxId)
    await expect.poll(keys, eventually).toEqual(['inbox'])
    expect(await classified()).toEqual(['Blue'])
  })
})
