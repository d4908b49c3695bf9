import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testFingerprints } from '#test/fingerprints'
import { type ScriptedGmail, startScriptedGmail } from '#test/mail/scripted-gmail'
import { sql } from '../../../platform/db/sql.ts'
import type { Caller } from '../../../platform/http/call.ts'
import { actOnThread, saveBaseline } from '../../messages/index.ts'
import { wakeOwner } from '../lease/lease.store.ts'
import { type BareMirror, mirrorOnPeer } from './fixtures/test-mirror.ts'
import { readBaseline } from './read-baseline.ts'

let gmail: ScriptedGmail
let mirror: BareMirror
beforeEach(async () => {
  gmail = await startScriptedGmail(['Work', 'Été', 'Work/2026'])
  mirror = await mirrorOnPeer(gmail)
})
afterEach(async () => {
  await mirror.close()
  await gmail.stop()
})

const eventually = { timeout: 60_000, interval: 30 }
const mail = (n: number, more = '') =>
  `From: Zoe <zoe@shop.example>\r\nTo: ada@mail.test\r\nSubject: Mail ${n}\r\nMessage-ID: <m${n}@shop.example>\r\n${more}\r\nBody ${n}\r\n`

type Row = { id: string; threadId: string; subject: string; key: string; uid: number; labels: string[] }
const rows = () =>
  mirror.db.rows<Row & { flagged: boolean; sent: boolean }>(sql`
    select m.id, m.thread_id as "threadId", m.subject, f.key, m.uid, m.labels, m.flagged, m.sent
    from messages m join folders f on f.id = m.folder_id order by m.subject`)
const places = async () => (await rows()).map(({ subject, key, labels }) => [subject, key, labels])
const counts = async () => {
  const folders = await mirror.db.rows<{ key: string; n: number }>(
    sql`select folder_key as key, messages as n from folder_counts where messages > 0 order by folder_key`,
  )
  return Object.fromEntries(folders.map(({ key, n }) => [key, n]))
}
const journal = async () => (await mirror.db.rows(sql`select from journal_entries`)).length
const isReady = async () =>
  (await mirror.db.row(sql`select from folders where key = 'all' and mirrored_from = 1`)) !== undefined
const startAndSync = async () => {
  mirror.start()
  await expect.poll(isReady, eventually).toBe(true)
}
let tokens = 0
const act = (threadId: string, action: Parameters<typeof actOnThread>[3]['action'], labels?: object) => {
  const caller: Caller = {
    memberId: mirror.memberId,
    email: '',
    role: 'member',
    settings: {},
    via: { kind: 'session', sessionId: '' },
  }
  const input = { action, clientToken: `token-${tokens++}-x`, ...(labels ? { labels } : {}) }
  return mirror.db.transaction((db) =>
    actOnThread(db, caller, threadId, input, {
      wake: wakeOwner,
      onDeleted: async () => undefined,
      live: mirror.live,
      fingerprints: testFingerprints,
    }),
  )
}
const labelsOnServer = (uid: number) =>
  gmail.all.messages.find((message) => message.uid === uid)?.labels?.toSorted()

describe('a mailbox with labels (Gmail)', () => {
  it('has one row per message, its labels as folders, and correct counts', async () => {
    gmail.deliver(mail(1), ['\\Inbox', 'Work', 'Été', '\\Important'])
    gmail.deliver(mail(2), ['\\Sent'])
    gmail.deliver(mail(3), ['\\Draft', '\\Starred', 'Work/2026'])
    gmail.deliver(mail(4), [])
    await startAndSync()
    expect(await places()).toEqual([
      ['Mail 1', 'all', ['folder:Work', 'folder:[Gmail]/Important', 'folder:Été', 'inbox']],
      ['Mail 2', 'all', ['sent']],
      ['Mail 3', 'all', ['drafts', 'folder:Work/2026']],
      ['Mail 4', 'all', []],
    ])
    expect(await rows()).toMatchObject([{ sent: false }, { sent: true }, { flagged: true }, {}])
    expect(await counts()).toEqual({
      all: 4,
      inbox: 1,
      sent: 1,
      drafts: 1,
      starred: 1,
      'folder:Work': 1,
      'folder:Work/2026': 1,
      'folder:Été': 1,
      'folder:[Gmail]/Important': 1,
    })
    const folders = await mirror.db.rows<{ path: string; depth: number }>(
      sql`select path, depth from folders where role is null order by path`,
    )
    expect(folders).toEqual([
      { path: 'Work', depth: 0 },
      { path: 'Work/2026', depth: 1 },
      { path: '[Gmail]/Important', depth: 0 },
      { path: 'Été', depth: 0 },
    ])
    const opened = gmail.commands.filter((one) => /^(SELECT|EXAMINE)/.test(one))
    expect(opened.filter((one) => !/All Mail|Spam|Trash|^EXAMINE "INBOX"/.test(one))).toEqual([])
    expect([mirror.dispatched, await journal()]).toEqual([[], 0])
  })

  it('dispatches new mail once for any labels; sent or directly filed mail is not new', async () => {
    await startAndSync()
    gmail.deliver(mail(2), ['\\Sent'])
    gmail.deliver(mail(3), ['\\Draft'])
    gmail.deliver(mail(4), ['Work'])
    gmail.deliver(mail(1), ['\\Inbox', 'Work', '\\Important'])
    await expect.poll(async () => (await rows()).length, eventually).toBe(4)
    expect(mirror.dispatched.map(({ parsed }) => parsed.subject)).toEqual(['Mail 1'])
    expect(await journal()).toBe(1)
  })

  it('follows changed, renamed and deleted labels of the server', async () => {
    const { uid } = gmail.deliver(mail(1), ['\\Inbox', 'Work'])
    await startAndSync()
    gmail.relabel(uid, ['Été', '\\Starred'])
    await wakeOwner(mirror.db, mirror.mailboxId)
    await expect.poll(places, eventually).toEqual([['Mail 1', 'all', ['folder:Été']]])
    expect(await counts()).toEqual({ all: 1, starred: 1, 'folder:Été': 1 })
    // A rename: the server lists the new folder but does not report the messages as changed.
    const modseq = gmail.all.highestModseq
    gmail.folders.Hiver = gmail.folders.Été as NonNullable<(typeof gmail.folders)[string]>
    delete gmail.folders.Été
    Object.assign(gmail.all.messages[0] ?? {}, { labels: ['Hiver'] })
    expect(gmail.all.highestModseq).toBe(modseq)
    await wakeOwner(mirror.db, mirror.mailboxId)
    await expect.poll(places, eventually).toEqual([['Mail 1', 'all', ['folder:Hiver']]])
    expect(await counts()).toEqual({ all: 1, 'folder:Hiver': 1 })
    expect(mirror.dispatched).toEqual([])
  })

  it('groups threads by the thread ids of the server, not by headers', async () => {
    gmail.deliver(mail(1), ['\\Inbox'], '500')
    gmail.deliver(mail(2), ['\\Inbox'], '500')
    gmail.deliver(mail(3, 'In-Reply-To: <m1@shop.example>\r\n'), ['\\Inbox'], '501')
    await startAndSync()
    const [one, two, three] = (await rows()).map(({ threadId }) => threadId)
    expect([one === two, one === three]).toEqual([true, false])
  })

  it('archives by removing the inbox label, and unarchives by adding it', async () => {
    const { uid } = gmail.deliver(mail(1), ['\\Inbox', 'Work'])
    await startAndSync()
    const [row] = await rows()
    await act(row?.threadId ?? '', 'archive')
    expect(await places()).toEqual([['Mail 1', 'all', ['folder:Work']]])
    await expect.poll(() => labelsOnServer(uid), eventually).toEqual(['Work'])
    await act(row?.threadId ?? '', 'unarchive')
    await expect.poll(() => labelsOnServer(uid), eventually).toEqual(['Work', '\\Inbox'])
    expect(await counts()).toEqual({ all: 1, inbox: 1, 'folder:Work': 1 })
    expect([(await rows())[0]?.id, mirror.refused, mirror.dispatched]).toEqual([row?.id, [], []])
  })

  it('moves by changing labels: out of the inbox, or exactly as requested', async () => {
    const { uid } = gmail.deliver(mail(1), ['\\Inbox'])
    await startAndSync()
    const threadId = (await rows())[0]?.threadId ?? ''
    await act(threadId, 'move', { add: ['folder:Été'] })
    await expect.poll(() => labelsOnServer(uid), eventually).toEqual(['Été'])
    await act(threadId, 'move', { add: ['folder:Work', 'inbox'], remove: [] })
    await expect.poll(() => labelsOnServer(uid), eventually).toEqual(['Work', '\\Inbox', 'Été'])
    await act(threadId, 'move', { remove: ['folder:Été', 'folder:Work'] })
    await expect.poll(() => labelsOnServer(uid), eventually).toEqual(['\\Inbox'])
    await expect.poll(places, eventually).toEqual([['Mail 1', 'all', ['inbox']]])
    await expect(act(threadId, 'move', { add: ['folder:Nowhere'] })).rejects.toMatchObject({
      code: 'webmail.bad_request',
    })
  })

  it.each([
    ['trash', 'restore'],
    ['spam', 'notSpam'],
  ] as const)('%s moves it there, %s brings it back: one row, no second trigger', async (away, back) => {
    await startAndSync()
    gmail.deliver(mail(1), ['\\Inbox', 'Work'])
    await expect.poll(() => mirror.dispatched.length, eventually).toBe(1)
    const [row] = await rows()
    await act(row?.threadId ?? '', away)
    await expect.poll(() => gmail[away].messages.length, eventually).toBe(1)
    await expect.poll(async () => (await rows())[0]?.uid ?? 0, eventually).toBeGreaterThan(0)
    expect(await places()).toEqual([['Mail 1', away, []]])
    expect(await counts()).toEqual({ [away]: 1 })
    await act(row?.threadId ?? '', back)
    await expect.poll(() => gmail.all.messages.length, eventually).toBe(1)
    await expect.poll(async () => (await rows())[0]?.uid ?? 0, eventually).toBeGreaterThan(0)
    await expect.poll(places, eventually).toEqual([['Mail 1', 'all', ['folder:Work', 'inbox']]])
    const [after, ...others] = await rows()
    expect([after?.id, after?.threadId, others]).toEqual([row?.id, row?.threadId, []])
    expect([mirror.dispatched.length, await journal()]).toEqual([1, 1])
  })

  it('restores the labels that a message had, and no inbox label that it did not have', async () => {
    gmail.deliver(mail(1), ['Work', 'Été'])
    gmail.deliver(mail(2), ['\\Sent'])
    gmail.deliver(mail(3), [])
    await startAndSync()
    const before = await rows()
    const was = await places()
    for (const { threadId } of before) await act(threadId, 'trash')
    await expect.poll(() => gmail.trash.messages.length, eventually).toBe(3)
    for (const { threadId } of before) await act(threadId, 'restore')
    expect((await places()).map(([, key]) => key)).toEqual(['all', 'all', 'all'])
    await expect
      .poll(() => [gmail.trash.messages.length, gmail.all.messages.length], eventually)
      .toEqual([0, 3])
    await expect.poll(places, eventually).toEqual(was)
    expect((await rows()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect([mirror.refused, mirror.dispatched]).toEqual([[], []])
  })

  it('takes mail for new that arrives between the connection and the first poll', async () => {
    gmail.deliver(mail(1), ['\\Inbox'])
    const baseline = await mirror.withServer(readBaseline)
    await mirror.db.transaction((db) =>
      saveBaseline(db, mirror.mailboxId, baseline ?? { folders: [], starts: [] }),
    )
    gmail.deliver(mail(2), ['\\Inbox', 'Work'])
    gmail.deliver(mail(3), ['\\Sent'])
    await startAndSync()
    await expect.poll(async () => (await rows()).length, eventually).toBe(3)
    expect(mirror.dispatched.map(({ parsed }) => parsed.subject)).toEqual(['Mail 2'])
    expect(await journal()).toBe(1)
  })

  it('keeps the row of a message trashed on the server, and triggers nothing', async () => {
    await startAndSync()
    const { uid } = gmail.deliver(mail(1), ['\\Inbox'])
    await expect.poll(() => mirror.dispatched.length, eventually).toBe(1)
    const [row] = await rows()
    await mirror.withServer(async (session) => {
      await (await session.open('[Gmail]/All Mail')).move([uid], '[Gmail]/Trash')
    })
    await wakeOwner(mirror.db, mirror.mailboxId)
    await expect.poll(places, eventually).toEqual([['Mail 1', 'trash', []]])
    expect([(await rows())[0]?.id, mirror.dispatched.length]).toEqual([row?.id, 1])
  })

  it('deletes permanently through the trash', async () => {
    gmail.deliver(mail(1), ['\\Inbox'])
    await startAndSync()
    await act((await rows())[0]?.threadId ?? '', 'deletePermanently')
    await expect.poll(() => [gmail.all.messages, gmail.trash.messages], eventually).toEqual([[], []])
    expect(await rows()).toEqual([])
  })

  it('rolls back a label that the server rejects, and reports it', async () => {
    gmail.deliver(mail(1), ['\\Inbox'])
    await startAndSync()
    gmail.on['UID STORE'] = (_command, peer) => peer.no('[CANNOT] not this label')
    await act((await rows())[0]?.threadId ?? '', 'archive')
    await expect.poll(() => mirror.refused.length, eventually).toBe(1)
    expect(await places()).toEqual([['Mail 1', 'all', ['inbox']]])
  })
})
