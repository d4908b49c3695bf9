import { afterEach, describe, expect, it } from 'vitest'
import { startProxy } from '#test/mail/proxy'
import { type ScriptedImapOptions, startScriptedImap } from '#test/mail/scripted-imap'
import {
  addMail,
  type ImapHandler,
  nextModseq,
  type ScriptedFolder,
  type ScriptedImap,
} from '#test/mail/scripted-types'
import { sql } from '../../../platform/db/sql.ts'
import { wakeOwner } from '../lease/lease.store.ts'
import { expectMirrorEqualsServer } from './fixtures/oracle.ts'
import { type BareMirror, mirrorOnPeer, type Otherwise } from './fixtures/test-mirror.ts'

// What no real server does on demand. Each title carries the name of the trap.

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const eventually = { timeout: 20_000, interval: 30 }
const mail = (n: number) =>
  `From: Zoe <zoe@shop.example>\r\nTo: ada@mail.test\r\nSubject: Mail ${n}\r\nMessage-ID: <m${n}@shop.example>\r\n\r\nBody ${n}\r\n`
const folderOf = (count: number, more: Partial<ScriptedFolder> = {}): ScriptedFolder => ({
  ...{ uidValidity: 7, uidNext: count + 1, highestModseq: count + 1 },
  messages: Array.from({ length: count }, (_, at) => ({ uid: at + 1, source: mail(at + 1), modseq: at + 2 })),
  ...more,
})

let server: ScriptedImap
let inbox: ScriptedFolder
async function begin(script: ScriptedImapOptions = {}, otherwise: Otherwise = {}): Promise<BareMirror> {
  inbox = folderOf(3)
  server = await startScriptedImap({ folders: { INBOX: inbox }, ...script })
  cleanups.push(server.stop)
  inbox = server.folders.INBOX ?? inbox
  const mirror = await mirrorOnPeer(server, otherwise)
  cleanups.push(mirror.close)
  return mirror
}
const isDone = ({ db }: BareMirror) =>
  db.row(sql`select from folders where key = 'inbox' and mirrored_from = 1 and new_since is null`)
const done = async (mirror: BareMirror) => {
  mirror.start()
  await expect.poll(() => isDone(mirror), eventually).toBeDefined()
}
const subjects = ({ dispatched }: BareMirror) => dispatched.map(({ parsed }) => parsed.subject)
const idsOf = async ({ db }: BareMirror) =>
  (await db.rows<{ id: string }>(sql`select id from messages order by subject`)).map(({ id }) => id)
/** New mail that nobody is told of. */
const arrive = (n: number) => addMail(inbox, { source: mail(n), modseq: nextModseq(inbox), date: new Date() })
const tell = () => {
  for (const peer of server.peers)
    if (peer.idleTag && peer.selected === 'INBOX') peer.send(`* ${inbox.messages.length} EXISTS`)
}
const once = (handler: ImapHandler): ImapHandler => {
  let left = 1
  return (command, peer, usual) => (left-- > 0 ? handler(command, peer, usual) : usual())
}
/** As a server does that has lost its index. */
const renumber = (validity: number | null) => {
  inbox.uidValidity = validity
  for (const one of inbox.messages) one.uid += 100
  inbox.uidNext = (inbox.uidNext ?? 0) + 100
}

describe('mirror equals server', () => {
  it('UIDVALIDITY changes in the middle of a batch, with new mail in it: known rows stay, one trigger', async () => {
    const mirror = await begin()
    await done(mirror)
    const before = await idsOf(mirror)
    await mirror.stop()
    server.on['UID FETCH'] = once((_command, peer, usual) => {
      renumber(8)
      arrive(5)
      Object.assign(inbox.messages[0] ?? {}, { flags: ['\\Seen', '\\Flagged'] })
      peer.send('* OK [UIDVALIDITY 8] rebuilt')
      usual()
    })
    arrive(4)
    mirror.start()
    await expect.poll(() => inbox.uidValidity, eventually).toBe(8)
    await expectMirrorEqualsServer(mirror)
    expect(await idsOf(mirror)).toEqual(expect.arrayContaining(before))
    expect(subjects(mirror).sort()).toEqual(['Mail 4', 'Mail 5'])
  })

  it('UIDVALIDITY changes again before the folder was read to its end', async () => {
    const mirror = await begin()
    await done(mirror)
    await mirror.stop()
    renumber(8)
    let cuts = 2
    server.on['UID FETCH'] = (_command, peer, usual) => {
      if (cuts-- <= 0) return usual()
      renumber(8 + cuts)
      // The first of the three comes, then nothing.
      peer.cut()
    }
    mirror.start()
    await expect.poll(() => cuts, eventually).toBeLessThan(0)
    await expectMirrorEqualsServer(mirror)
    expect(subjects(mirror)).toEqual([])
  })

  it.each([
    ['missing', null],
    ['zero', 0],
  ])('UIDVALIDITY is %s: numbers are not trusted from one session to the next', async (_name, validity) => {
    const mirror = await begin({ folders: { INBOX: folderOf(3, { uidValidity: validity }) } })
    await done(mirror)
    const before = await idsOf(mirror)
    await mirror.stop()
    renumber(validity)
    arrive(4)
    mirror.start()
    await expectMirrorEqualsServer(mirror)
    expect((await idsOf(mirror)).slice(0, 3)).toEqual(before)
    expect(subjects(mirror)).toEqual(['Mail 4'])
  })

  it('EXPUNGE between SEARCH and FETCH', async () => {
    const mirror = await begin({ folders: { INBOX: folderOf(6) } })
    server.on['UID FETCH'] = once((_command, _peer, usual) => {
      inbox.messages.splice(1, 2)
      nextModseq(inbox)
      usual()
    })
    await done(mirror)
    await expectMirrorEqualsServer(mirror)
  })

  it('HIGHESTMODSEQ is not stored before the expunges arrived', async () => {
    const mirror = await begin()
    await done(mirror)
    await mirror.stop()
    inbox.messages.splice(1, 1)
    Object.assign(inbox, { vanished: [2] })
    nextModseq(inbox)
    const asked: string[] = []
    server.on['UID FETCH'] = ({ args }, peer, usual) => {
      const since = /CHANGEDSINCE (\d+)/.exec(args)?.[1]
      if (since) asked.push(since)
      if (since && asked.length === 1) return peer.cut()
      usual()
    }
    mirror.start()
    await expectMirrorEqualsServer(mirror)
    expect(asked[1]).toBe(asked[0])
  })

  it('MODSEQ goes backwards', async () => {
    const mirror = await begin()
    await done(mirror)
    await mirror.stop()
    Object.assign(inbox.messages[1] ?? {}, { flags: ['\\Answered'], modseq: 1 })
    inbox.messages.splice(0, 1)
    inbox.highestModseq = 2
    mirror.start()
    await expectMirrorEqualsServer(mirror)
    expect(server.commands.join()).not.toContain('CHANGEDSINCE')
  })

  it('mail arriving between FETCH and IDLE', async () => {
    const mirror = await begin()
    server.on.EXAMINE = once((_command, _peer, usual) => {
      usual()
      arrive(4)
    })
    server.on.IDLE = (_command, _peer, usual) => {
      usual()
      tell()
    }
    mirror.start()
    await expect.poll(() => inbox.messages.length, eventually).toBe(4)
    await expectMirrorEqualsServer(mirror)
  })

  it('one poison message does not block its folder, nor what comes after it', async () => {
    const mirror = await begin({ folders: { INBOX: folderOf(5) } })
    server.on['UID FETCH'] = ({ args }, peer, usual) =>
      /^(1:5|3) /.test(args) && args.includes('BODY') ? peer.no('[SERVERBUG?] cannot read it') : usual()
    await done(mirror)
    arrive(6)
    tell()
    await expect.poll(() => subjects(mirror), eventually).toEqual(['Mail 6'])
    const rows = await mirror.db.rows<{ uid: number }>(sql`select uid from messages order by uid`)
    expect(rows.map(({ uid }) => uid)).toEqual([1, 2, 4, 5, 6])
  })
})

describe('a folder', () => {
  it('CRLF, literals and quotes in folder names: each is mirrored, and ends no command', async () => {
    const evil = 'Evil\r\nA9 DELETE INBOX'
    const odd = 'a "b" \\c {5}'
    const folders = { INBOX: folderOf(1), [evil]: folderOf(2), [odd]: folderOf(1) }
    const mirror = await begin({ folders })
    server.on.LIST = ({ args }, peer, usual) => {
      if (!args.includes('*')) return usual()
      peer.send('* LIST () "/" INBOX', `* LIST () "/" {${evil.length}}`, Buffer.from(`${evil}\r\n`))
      peer.send('* LIST () "/" "a \\"b\\" \\\\c {5}"')
      peer.ok()
    }
    await done(mirror)
    await expectMirrorEqualsServer(mirror)
    expect(server.commands.filter((one) => one.startsWith('DELETE'))).toEqual([])
  })

  it('\\Noselect, and one that the server lists and does not open, do not hold up the others', async () => {
    const folders = {
      ...{ Group: folderOf(0, { attributes: ['\\Noselect'] }), Locked: folderOf(2), INBOX: folderOf(2) },
    }
    const mirror = await begin({ folders })
    server.on.SELECT = ({ args }, peer, usual) =>
      args.includes('Locked') ? peer.no('[NOPERM] not for you') : usual()
    await done(mirror)
    const progress = () =>
      mirror.db.row<{ status: string }>(sql`select backfill_status as status from mailboxes`)
    await expect.poll(progress, eventually).toEqual({ status: 'done' })
    arrive(3)
    tell()
    await expect.poll(() => subjects(mirror), eventually).toEqual(['Mail 3'])
    expect(server.commands.filter((one) => /^(SELECT|STATUS) "Group"/.test(one))).toEqual([])
  })
})

const refuseSignIn = (words: string) => {
  const refuse: ImapHandler = (_command, peer) => peer.no(words)
  Object.assign(server.on, { LOGIN: refuse, AUTHENTICATE: refuse })
}
const signIns = () => server.commands.filter((one) => /^(LOGIN|AUTHENTICATE)/.test(one)).length
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('a server', () => {
  it('throttling and "too many connections": no login storm, and no error of the mailbox', async () => {
    const mirror = await begin({}, { firstPauseMs: 1_000 })
    refuseSignIn('[LIMIT] Too many simultaneous connections')
    mirror.start()
    await expect.poll(signIns, eventually).toBe(1)
    // A second, eight times over, half of it at least: nothing before four seconds.
    await pause(1_000)
    expect([signIns(), server.accepted()]).toEqual([1, 1])
    const row = await mirror.db.row<object>(
      sql`select status, last_error ->> 'kind' as kind, auth_failures as failures from mailboxes`,
    )
    expect(row).toEqual({ status: 'active', kind: 'throttled', failures: 0 })
  })

  it('too many connections for a second one: the inbox is polled, and the watch is not stormed', async () => {
    const mirror = await begin({}, { firstPauseMs: 1_000 })
    let allowed = 1
    const limit: ImapHandler = (_command, peer, usual) =>
      allowed-- > 0 ? usual() : peer.no('[LIMIT] Too many simultaneous connections')
    Object.assign(server.on, { LOGIN: limit, AUTHENTICATE: limit })
    const began = performance.now()
    await done(mirror)
    await pause(1_000)
    const attempts = signIns() - 1
    // After half a second at the earliest, then one, then two.
    expect(500 * (2 ** (attempts - 1) - 1)).toBeLessThanOrEqual(performance.now() - began)
  })

  it('auth revoked in mid-session: three attempts, status error, one notification, no fourth', async () => {
    const mirror = await begin()
    await done(mirror)
    refuseSignIn('[AUTHENTICATIONFAILED] the password was changed')
    for (const peer of server.peers) peer.bye('[AUTHENTICATIONFAILED] session revoked')
    const status = () => mirror.db.row<object>(sql`select status, auth_failures as failures from mailboxes`)
    await expect.poll(status, eventually).toEqual({ status: 'error', failures: 3 })
    const told = await mirror.db.rows<{ kind: string }>(sql`select kind from notifications`)
    expect(told).toEqual([{ kind: 'mailbox.error' }])
    const attempts = signIns()
    await pause(600)
    expect(signIns()).toBe(attempts)
  })

  it('IDLE dies silently on both connections: noticed, and the mail that came meanwhile is there', async () => {
    const mirror = await begin({}, { idleTimes: { probeMs: 300, replyMs: 1_000 } })
    const proxy = await startProxy(server)
    cleanups.push(proxy.stop)
    mirror.account.port = proxy.port
    await done(mirror)
    await expect.poll(() => [...server.peers].some(({ idleTag }) => idleTag), eventually).toBe(true)
    proxy.strike('swallow')
    arrive(4)
    tell()
    await expect.poll(() => subjects(mirror), eventually).toEqual(['Mail 4'])
    await expectMirrorEqualsServer(mirror)
  })
})

it('STATUS of the open folder is old news: mail that comes when everything is looked at is not missed', async () => {
  const mirror = await begin()
  // As Dovecot does: of the folder that is open, what was known when it was opened.
  let known = ''
  server.on.SELECT = (command, peer, usual) => {
    usual()
    known = command.args.includes('INBOX') ? `MESSAGES ${inbox.messages.length} UIDNEXT ${inbox.uidNext}` : ''
    peer.selected = command.args.includes('INBOX') ? 'INBOX' : peer.selected
  }
  server.on.STATUS = (_command, peer, usual) => {
    if (!known || peer.selected !== 'INBOX') return usual()
    peer.send(`* STATUS "INBOX" (${known} UIDVALIDITY 7 UNSEEN 0 HIGHESTMODSEQ ${inbox.highestModseq})`)
    peer.ok()
  }
  await done(mirror)
  await expect.poll(() => [...server.peers].some(({ idleTag }) => idleTag), eventually).toBe(true)
  // The look that the watch begins with is over.
  await pause(500)
  arrive(4)
  inbox.highestModseq = (inbox.highestModseq ?? 0) - 1
  await wakeOwner(mirror.db, mirror.mailboxId)
  await expect.poll(() => subjects(mirror), eventually).toEqual(['Mail 4'])
})
