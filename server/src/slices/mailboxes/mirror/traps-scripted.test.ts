import { describe, expect, it } from 'vitest'
import { addMail, nextModseq } from '#test/mail/scripted-types'
import { sql } from '../../../platform/db/sql.ts'
import { expectMirrorEqualsServer } from './fixtures/oracle.ts'
import {
  addNewMail,
  announceInbox,
  eventually,
  folderOf,
  idsOf,
  inbox,
  once,
  renumber,
  server,
  startAndSync,
  startScriptedMirror,
  subjects,
} from './fixtures/scripted-mirror.ts'

// Pitfalls that a real server does not reproduce on demand. Each title starts with the name of the pitfall.

describe('mirror equals server', () => {
  it('UIDVALIDITY changes in the middle of a batch, with new mail in it: known rows stay, one trigger', async () => {
    const mirror = await startScriptedMirror()
    await startAndSync(mirror)
    const before = await idsOf(mirror)
    await mirror.stop()
    server.on['UID FETCH'] = once((_command, peer, usual) => {
      renumber(8)
      addNewMail(5)
      Object.assign(inbox.messages[0] ?? {}, { flags: ['\\Seen', '\\Flagged'] })
      peer.send('* OK [UIDVALIDITY 8] rebuilt')
      usual()
    })
    addNewMail(4)
    mirror.start()
    await expect.poll(() => inbox.uidValidity, eventually).toBe(8)
    await expectMirrorEqualsServer(mirror)
    expect(await idsOf(mirror)).toEqual(expect.arrayContaining(before))
    expect(subjects(mirror).sort()).toEqual(['Mail 4', 'Mail 5'])
  })

  it('UIDVALIDITY changes again before the folder was read completely', async () => {
    const mirror = await startScriptedMirror()
    await startAndSync(mirror)
    await mirror.stop()
    renumber(8)
    let cuts = 2
    server.on['UID FETCH'] = (_command, peer, usual) => {
      if (cuts-- <= 0) return usual()
      renumber(8 + cuts)
      peer.cut()
    }
    mirror.start()
    await expect.poll(() => cuts, eventually).toBeLessThan(0)
    await expectMirrorEqualsServer(mirror)
    expect(subjects(mirror)).toEqual([])
  })

  it('UIDVALIDITY changes: only what is really gone is reported as deleted', async () => {
    const deleted: string[] = []
    const onDeleted = async (_db: unknown, ids: string[]) => void deleted.push(...ids)
    const mirror = await startScriptedMirror({}, { onDeleted })
    await startAndSync(mirror)
    const before = await idsOf(mirror)
    await mirror.stop()
    inbox.messages.splice(0, 1)
    renumber(8)
    mirror.start()
    await expectMirrorEqualsServer(mirror)
    await expect.poll(() => deleted, eventually).toEqual(before.slice(0, 1))
    expect(await idsOf(mirror)).toEqual(before.slice(1))
  })

  it('a message moved back while the other folders are polled: the same row, no second trigger', async () => {
    const mirror = await startScriptedMirror({ folders: { INBOX: folderOf(3), Archive: folderOf(0) } })
    await startAndSync(mirror)
    const before = await idsOf(mirror)
    await mirror.stop()
    const archive = server.folders.Archive as typeof inbox
    const move = (from: typeof inbox, to: typeof inbox) => {
      for (const { uid, source } of from.messages.splice(-1)) {
        from.vanished = [...(from.vanished ?? []), uid]
        addMail(to, { source, modseq: nextModseq(to) })
      }
      nextModseq(from)
    }
    move(inbox, archive)
    // The inbox is polled before the status of the others is read.
    server.on.STATUS = once((_command, _peer, usual) => {
      move(archive, inbox)
      usual()
    })
    mirror.start()
    await expect.poll(() => inbox.messages.length, eventually).toBe(3)
    await expectMirrorEqualsServer(mirror)
    expect([await idsOf(mirror), subjects(mirror)]).toEqual([before, []])
  })

  it.each([
    ['missing', null],
    ['zero', 0],
  ])('UIDVALIDITY is %s: UIDs are not trusted across sessions', async (_name, validity) => {
    const mirror = await startScriptedMirror({ folders: { INBOX: folderOf(3, { uidValidity: validity }) } })
    await startAndSync(mirror)
    const before = await idsOf(mirror)
    await mirror.stop()
    renumber(validity)
    addNewMail(4)
    mirror.start()
    await expectMirrorEqualsServer(mirror)
    expect((await idsOf(mirror)).slice(0, 3)).toEqual(before)
    expect(subjects(mirror)).toEqual(['Mail 4'])
  })

  it('EXPUNGE between SEARCH and FETCH', async () => {
    const mirror = await startScriptedMirror({ folders: { INBOX: folderOf(6) } })
    server.on['UID FETCH'] = once((_command, _peer, usual) => {
      inbox.messages.splice(1, 2)
      nextModseq(inbox)
      usual()
    })
    await startAndSync(mirror)
    await expectMirrorEqualsServer(mirror)
  })

  it('HIGHESTMODSEQ is not stored before the expunges arrived', async () => {
    const mirror = await startScriptedMirror()
    await startAndSync(mirror)
    await mirror.stop()
    inbox.messages.splice(1, 1)
    Object.assign(inbox, { vanished: [2] })
    nextModseq(inbox)
    const requestedSince: string[] = []
    server.on['UID FETCH'] = ({ args }, peer, usual) => {
      const since = /CHANGEDSINCE (\d+)/.exec(args)?.[1]
      if (since) requestedSince.push(since)
      if (since && requestedSince.length === 1) return peer.cut()
      usual()
    }
    mirror.start()
    await expectMirrorEqualsServer(mirror)
    expect(requestedSince[1]).toBe(requestedSince[0])
  })

  it('MODSEQ goes backwards', async () => {
    const mirror = await startScriptedMirror()
    await startAndSync(mirror)
    await mirror.stop()
    Object.assign(inbox.messages[1] ?? {}, { flags: ['\\Answered'], modseq: 1 })
    inbox.messages.splice(0, 1)
    inbox.highestModseq = 2
    mirror.start()
    await expectMirrorEqualsServer(mirror)
    expect(server.commands.join()).not.toContain('CHANGEDSINCE')
  })

  it('mail arriving between FETCH and IDLE', async () => {
    const mirror = await startScriptedMirror()
    server.on.EXAMINE = once((_command, _peer, usual) => {
      usual()
      addNewMail(4)
    })
    server.on.IDLE = (_command, _peer, usual) => {
      usual()
      announceInbox()
    }
    mirror.start()
    await expect.poll(() => inbox.messages.length, eventually).toBe(4)
    await expectMirrorEqualsServer(mirror)
  })

  it('one poison message blocks neither its folder nor later mail', async () => {
    const mirror = await startScriptedMirror({ folders: { INBOX: folderOf(5) } })
    server.on['UID FETCH'] = ({ args }, peer, usual) =>
      /^(1:5|3) /.test(args) && args.includes('BODY') ? peer.no('[SERVERBUG?] cannot read it') : usual()
    await startAndSync(mirror)
    addNewMail(6)
    announceInbox()
    await expect.poll(() => subjects(mirror), eventually).toEqual(['Mail 6'])
    const rows = await mirror.db.rows<{ uid: number }>(sql`select uid from messages order by uid`)
    expect(rows.map(({ uid }) => uid)).toEqual([1, 2, 4, 5, 6])
  })
})

describe('a folder', () => {
  it('CRLF, literals and quotes in folder names: mirrored without command injection', async () => {
    const evil = 'Evil\r\nA9 DELETE INBOX'
    const odd = 'a "b" \\c {5}'
    const folders = { INBOX: folderOf(1), [evil]: folderOf(2), [odd]: folderOf(1) }
    const mirror = await startScriptedMirror({ folders })
    server.on.LIST = ({ args }, peer, usual) => {
      if (!args.includes('*')) return usual()
      peer.send('* LIST () "/" INBOX', `* LIST () "/" {${evil.length}}`, Buffer.from(`${evil}\r\n`))
      peer.send('* LIST () "/" "a \\"b\\" \\\\c {5}"')
      peer.ok()
    }
    await startAndSync(mirror)
    await expectMirrorEqualsServer(mirror)
    expect(server.commands.filter((command) => command.startsWith('DELETE'))).toEqual([])
  })

  it('\\Noselect, and a listed folder that cannot be opened, do not block the others', async () => {
    const folders = {
      Group: folderOf(0, { attributes: ['\\Noselect'] }),
      Locked: folderOf(2),
      INBOX: folderOf(2),
    }
    const mirror = await startScriptedMirror({ folders })
    server.on.SELECT = ({ args }, peer, usual) =>
      args.includes('Locked') ? peer.no('[NOPERM] permission denied') : usual()
    await startAndSync(mirror)
    const progress = () =>
      mirror.db.row<{ status: string }>(sql`select backfill_status as status from mailboxes`)
    await expect.poll(progress, eventually).toEqual({ status: 'done' })
    addNewMail(3)
    announceInbox()
    await expect.poll(() => subjects(mirror), eventually).toEqual(['Mail 3'])
    expect(server.commands.filter((command) => /^(SELECT|STATUS) "Group"/.test(command))).toEqual([])
  })
})
