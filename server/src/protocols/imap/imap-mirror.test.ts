import { rmSync } from 'node:fs'
import { afterAll, afterEach, expect, it } from 'vitest'
import { describeWithMail } from '#test/mail/available'
import { mixedMails, plainMail } from '#test/mail/messages'
import { bigMail, deeplyNested, manyParts, oddMails } from '#test/mail/odd-messages'
import { addCleanup, cleanUp, freshUser, stopShared } from './fixtures/accounts.ts'
import { type FetchedMessage, type OpenFolder, openImap } from './imap.ts'

afterEach(cleanUp)
afterAll(stopShared)

const start = async () => {
  const user = await freshUser()
  const session = await openImap(user.account)
  addCleanup(session.close)
  return {
    ...user,
    session,
    deliver: (source: Buffer | Buffer[], folder?: string) =>
      user.dovecot.deliver(user.name, source, folder ? { folder } : {}),
  }
}
const sources = async (folder: OpenFolder, uids: number[], maxBytes = 10_000_000) => {
  const messages: FetchedMessage[] = []
  const report = await folder.fetchSources(uids, { maxBytes, onMessage: (one) => void messages.push(one) })
  return { messages, report }
}

describeWithMail('mirroring a real server', () => {
  it('reports the capabilities of the server', async () => {
    const { session } = await start()
    expect(session.capabilities).toEqual({
      condstore: true,
      qresync: true,
      idle: true,
      move: true,
      uidplus: true,
      specialUse: true,
      gmail: false,
      namespace: true,
      listStatus: true,
    })
  })

  it('fetches every message byte for byte, malformed ones included', async () => {
    const { session, deliver } = await start()
    // Dovecot stores bare line feeds as CRLF, so those two cannot be compared.
    const odd = Object.entries(oddMails).filter(([name]) => !/bare|NUL/.test(name))
    const all = [...mixedMails(600), ...odd.map(([, source]) => source)]
    await deliver(all)
    const inbox = await session.open('INBOX')
    const uids = await inbox.uids()
    const { messages, report } = await sources(inbox, uids)
    expect(report).toEqual({ missing: [], failed: [] })
    expect(messages.map(({ source }) => source.toString('latin1'))).toEqual(
      all.map((one) => one.toString('latin1')),
    )
    expect(messages[0]).toMatchObject({ uid: 1, flags: [], bodyComplete: true, labels: null, gmail: null })
    expect(messages[0]?.internalDate).toBeInstanceOf(Date)
    expect(messages[0]?.modseq).toMatch(/^\d+$/)
  })

  it('fetches a 100 MB message as header and structure, and the others whole', async () => {
    const { session, deliver } = await start()
    await deliver([plainMail({ seed: 1 }), bigMail(100_000_000), plainMail({ seed: 2 })])
    const inbox = await session.open('INBOX')
    const { messages } = await sources(inbox, [1, 2, 3], 1_000_000)
    const large = messages.find(({ uid }) => uid === 2)
    expect(messages.length).toBe(3)
    expect(large).toMatchObject({ bodyComplete: false, structure: { type: 'text/plain' } })
    expect(large?.size).toBeGreaterThan(100_000_000)
    expect(large?.source.toString()).toMatch(/^From: eve@example.org[\s\S]*\r\n\r\n$/)
    expect((await inbox.fetchPart(2, '1', 1_000))?.length).toBe(1_000)
    expect(await inbox.fetchPart(99, '1', 1_000)).toBeNull()
  })

  it('survives 20,000 parts and 1,000 levels of nesting', async () => {
    const { session, deliver } = await start()
    await deliver([manyParts(20_000), deeplyNested(1_000), plainMail({ seed: 3 })])
    const inbox = await session.open('INBOX')
    expect((await sources(inbox, [1, 2, 3])).messages.length).toBe(3)
    const { messages } = await sources(inbox, [1, 2, 3], 100)
    expect(messages.length).toBe(3)
    expect(messages[0]?.structure?.children.length).toBeGreaterThan(100)
  })

  it('reports messages expunged between SEARCH and FETCH as missing and fetches the others', async () => {
    const { session, deliver, account } = await start()
    await deliver(mixedMails(10))
    const inbox = await session.open('INBOX')
    const uids = await inbox.uids()
    const other = await openImap(account)
    addCleanup(other.close)
    expect(await (await other.open('INBOX')).expunge([2, 3])).toBe(true)
    const { messages, report } = await sources(inbox, uids)
    expect(
      messages
        .map(({ uid }) => uid)
        .concat(report.missing)
        .sort((a, b) => a - b),
    ).toEqual(uids)
    const again = await session.open('INBOX')
    expect((await sources(again, uids)).report).toEqual({ missing: [2, 3], failed: [] })
  })

  it('reports expunges since the stored MODSEQ, including the last message of the folder', async () => {
    const { session, deliver, account } = await start()
    await deliver(mixedMails(12))
    const { highestModseq } = await session.open('INBOX')
    const other = await openImap(account)
    addCleanup(other.close)
    const theirs = await other.open('INBOX')
    await theirs.expunge([4, 11, 12])
    await theirs.addFlags([1], ['\\Flagged', '$Todo'])
    const inbox = await session.open('INBOX')
    const changes = await inbox.changesSince(highestModseq ?? '')
    expect(changes).toMatchObject({
      vanished: [4, 11, 12],
      changed: [{ uid: 1, flags: ['\\Flagged', '$Todo'] }],
    })
    expect(await inbox.findMissing([1, 4, 5, 11, 12])).toEqual([4, 11, 12])
    expect(await inbox.changesSince(inbox.highestModseq ?? '')).toEqual({ changed: [], vanished: [] })
  })

  it('returns no UID, instead of the last one, when all are below the range', async () => {
    const { session, deliver } = await start()
    await deliver(mixedMails(3))
    const inbox = await session.open('INBOX')
    expect(await inbox.uids({ from: 4 })).toEqual([])
    expect(await inbox.uids({ from: 2 })).toEqual([2, 3])
    expect(await inbox.uids({ from: 1, to: 2 })).toEqual([1, 2])
    expect((await inbox.fetchFlags({ from: 3 })).map(({ uid }) => uid)).toEqual([3])
  })

  it('lists messages by flag and by day of arrival', async () => {
    const { session, deliver } = await start()
    await deliver(mixedMails(3))
    await session.append('INBOX', Buffer.from('Subject: old\r\n\r\n'), ['\\Seen'], new Date('2020-01-01'))
    const inbox = await session.open('INBOX')
    await inbox.addFlags([2], ['\\Seen', '\\Flagged'])
    expect(await inbox.uids({ flag: 'SEEN' })).toEqual([2, 4])
    expect(await inbox.uids({ flag: 'FLAGGED', from: 3 })).toEqual([])
    expect(await inbox.uids({ flag: 'DRAFT' })).toEqual([])
    expect(await inbox.uids({ since: new Date('2019-12-31') })).toEqual([1, 2, 3, 4])
    expect(await inbox.uids({ since: new Date('2020-01-05'), flag: 'SEEN' })).toEqual([2])
  })

  it('reports conflicting flag changes with UNCHANGEDSINCE', async () => {
    const { session, deliver, account } = await start()
    await deliver(mixedMails(3))
    const inbox = await session.open('INBOX')
    const before = inbox.highestModseq ?? ''
    const other = await openImap(account)
    addCleanup(other.close)
    await (await other.open('INBOX')).addFlags([2], ['\\Seen'])
    const { conflicts } = await inbox.addFlags([1, 2, 3], ['\\Flagged'], { unchangedSince: before })
    expect(conflicts).toEqual([2])
    const flags = (await inbox.fetchFlags()).map((one) => one.flags)
    expect(flags).toEqual([['\\Flagged'], ['\\Seen'], ['\\Flagged']])
    await inbox.removeFlags([1], ['\\Flagged'])
    expect((await inbox.fetchFlags({ from: 1, to: 1 }))[0]?.flags).toEqual([])
  })

  it('maps moved messages to their new UIDs by COPYUID', async () => {
    const { session, deliver } = await start()
    await deliver(mixedMails(3))
    const inbox = await session.open('INBOX')
    const moved = await inbox.move([1, 3], 'Archive')
    expect(moved).toMatchObject({
      removed: true,
      uids: new Map([
        [1, 1],
        [3, 2],
      ]),
    })
    const archive = await session.open('Archive')
    expect(archive).toMatchObject({ exists: 2, uidValidity: moved.uidValidity })
    await expect(inbox.uids()).rejects.toMatchObject({ kind: 'protocol' })
    await expect(archive.move([1], 'No/Such')).rejects.toMatchObject({ kind: 'folder_not_found' })
  })

  it('appends, finds by Message-ID, and finds nothing for a Message-ID with a line break', async () => {
    const { session } = await start()
    const source = plainMail({ seed: 77, messageId: 'a"b\\c*%@example.org' })
    const date = new Date(Date.UTC(2021, 4, 6, 7, 8, 9))
    const appended = await session.append('Sent', source, ['\\Seen'], date)
    const sent = await session.open('Sent')
    expect(appended).toEqual({ uid: 1, uidValidity: sent.uidValidity })
    expect(await sent.searchMessageId('a"b\\c*%@example.org')).toEqual([1])
    expect(await sent.searchMessageId('x\r\nA1 LOGOUT')).toEqual([])
    expect(await sent.searchMessageId('other@example.org')).toEqual([])
    const { messages } = await sources(sent, [1])
    expect(messages[0]).toMatchObject({ flags: ['\\Seen'], internalDate: date, source })
    await expect(session.append('No/Such', source)).rejects.toMatchObject({ kind: 'folder_not_found' })
  })

  it('changes UIDVALIDITY when a folder is deleted and recreated', async () => {
    const { session, deliver, dovecot, name } = await start()
    await session.createFolder('Projects')
    await deliver(plainMail({ seed: 1 }), 'Projects')
    const before = await session.open('Projects')
    await session.open('INBOX')
    rmSync(dovecot.maildir(name, 'Projects'), { recursive: true })
    await expect(session.open('Projects')).rejects.toMatchObject({ kind: 'folder_not_found' })
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await session.createFolder('Projects')
    expect((await session.open('Projects')).uidValidity).not.toBe(before.uidValidity)
  })

  it('applies backpressure for a slow consumer without declaring the server dead', async () => {
    const { deliver, account } = await start()
    await deliver(mixedMails(5))
    const session = await openImap(account, { commandTimeoutMs: 1_000 })
    addCleanup(session.close)
    const inbox = await session.open('INBOX')
    let running = 0
    const seen: number[] = []
    const onMessage = async ({ uid }: FetchedMessage) => {
      running += 1
      expect(running).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 1_200))
      seen.push(uid)
      running -= 1
    }
    await inbox.fetchSources([1, 2, 3], { maxBytes: 1e6, onMessage })
    expect(seen).toEqual([1, 2, 3])
  })

  it('ends the fetch when the consumer throws, and keeps the session', async () => {
    const { session, deliver } = await start()
    await deliver(mixedMails(5))
    const inbox = await session.open('INBOX')
    const onMessage = () => {
      throw new RangeError('disk full')
    }
    await expect(inbox.fetchSources([1, 2, 3], { maxBytes: 1e6, onMessage })).rejects.toThrow(RangeError)
    const stopped = inbox.fetchSources([1], { maxBytes: 1e6, onMessage, signal: AbortSignal.abort() })
    await expect(stopped).rejects.toThrow('aborted')
    expect(await inbox.uids()).toEqual([1, 2, 3, 4, 5])
  })
})
