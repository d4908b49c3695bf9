import { afterEach, expect, it } from 'vitest'
import { mixedMails, plainMail } from '#test/mail/messages'
import { startProxy } from '#test/mail/proxy'
import { startScriptedImap } from '#test/mail/scripted-imap'
import { addCleanup, cleanUp, scripted, sessionOn } from './fixtures/accounts.ts'
import type { FetchedMessage, OpenFolder } from './imap.ts'

afterEach(cleanUp)

const mails = (count: number) =>
  mixedMails(count).map((source, at) => ({ uid: at + 1, source, modseq: at + 10, flags: ['\\Seen'] }))
const inboxOf = (count: number) => ({ INBOX: { uidValidity: 7, messages: mails(count) } })
const collect = async (folder: OpenFolder, uids: number[], maxBytes = 1e6) => {
  const messages: FetchedMessage[] = []
  const report = await folder.fetchSources(uids, { maxBytes, onMessage: (one) => void messages.push(one) })
  return { uids: messages.map(({ uid }) => uid), messages, report }
}
const without = (...names: string[]) =>
  'IMAP4rev1 SASL-IR ENABLE IDLE NAMESPACE UIDPLUS CONDSTORE QRESYNC MOVE AUTH=PLAIN'
    .split(' ')
    .filter((name) => !names.includes(name))

it.each([
  ['missing', null],
  ['zero', 0],
])('returns null when UIDVALIDITY is %s', async (_name, uidValidity) => {
  const { session } = await scripted({ folders: { INBOX: { uidValidity, messages: mails(2) } } })
  expect(await session.open('INBOX')).toMatchObject({ uidValidity: null, exists: 2 })
  expect(await session.status('INBOX')).toMatchObject({ uidValidity: null })
})

it('delivers nothing after UIDVALIDITY changes mid-batch', async () => {
  const { server, session } = await scripted({ folders: inboxOf(4) })
  const inbox = await session.open('INBOX')
  const delivered: number[] = []
  server.on['UID FETCH'] = (_command, peer, usual) => {
    peer.send('* OK [UIDVALIDITY 8] rebuilt')
    usual()
  }
  const onMessage = ({ uid }: FetchedMessage) => void delivered.push(uid)
  const fetching = inbox.fetchSources([1, 2, 3, 4], { maxBytes: 1e6, onMessage })
  await expect(fetching).rejects.toMatchObject({ kind: 'uidvalidity_changed' })
  expect(delivered).toEqual([])
  await expect(inbox.addFlags([1], ['\\Seen'])).rejects.toMatchObject({ kind: 'uidvalidity_changed' })
  expect(server.commands.join()).not.toContain('UID STORE')
  const { INBOX } = server.folders
  if (INBOX) INBOX.uidValidity = 8
  expect(await session.open('INBOX')).toMatchObject({ uidValidity: '8' })
})

it('does not confuse other UIDs with those expunged between SEARCH and FETCH', async () => {
  const { server, session } = await scripted({ folders: inboxOf(5) })
  const inbox = await session.open('INBOX')
  const uids = await inbox.uids()
  server.folders.INBOX?.messages.splice(1, 2)
  const { uids: received, report } = await collect(inbox, uids)
  expect({ received, report }).toEqual({ received: [1, 4, 5], report: { missing: [2, 3], failed: [] } })
  for (const command of server.commands.filter((one) => /FETCH| STORE|SEARCH/.test(one)))
    expect(command).toMatch(/^UID /)
})

it('treats NO [EXPUNGEISSUED] as a result instead of a failure', async () => {
  const { server, session } = await scripted({ folders: inboxOf(3) })
  const inbox = await session.open('INBOX')
  server.on['UID FETCH'] = (_command, peer, usual) => {
    const { ok } = peer
    peer.ok = () => peer.no('[EXPUNGEISSUED] Some messages were expunged')
    usual()
    peer.ok = ok
  }
  server.folders.INBOX?.messages.splice(0, 1)
  expect((await collect(inbox, [1, 2, 3])).report).toEqual({ missing: [1], failed: [] })
})

it('skips a message that the server cannot return', async () => {
  const { server, session } = await scripted({ folders: inboxOf(5) })
  const inbox = await session.open('INBOX')
  server.on['UID FETCH'] = ({ args }, peer, usual) => {
    if (/^(1:5|3) /.test(args)) peer.no('[SERVERBUG?] cannot read message 3')
    else usual()
  }
  const { uids, report } = await collect(inbox, [1, 2, 3, 4, 5])
  expect({ uids, report }).toEqual({ uids: [1, 2, 4, 5], report: { missing: [], failed: [3] } })
})

it('treats a FETCH without a body as a flag change, and NIL as an empty message', async () => {
  const { server, session } = await scripted({ folders: inboxOf(2) })
  const inbox = await session.open('INBOX')
  server.on['UID FETCH'] = (_command, peer) => {
    peer.send('* 1 FETCH (UID 1 FLAGS (\\Flagged))', '* 2 FETCH (UID 2 FLAGS () BODY[] NIL)')
    peer.send('* 1 FETCH (UID 1 FLAGS () BODY[] "From: a\\"b")', '* 9 FETCH (UID 999 BODY[] "unasked")')
    peer.ok()
  }
  const { messages } = await collect(inbox, [1, 2])
  expect(messages.map(({ uid, source }) => [uid, source.toString()])).toEqual([
    [2, ''],
    [1, 'From: a"b'],
  ])
})

it('compares all flags and omits conditions without CONDSTORE', async () => {
  const capabilities = without('CONDSTORE', 'QRESYNC', 'ENABLE')
  const { server, session } = await scripted({ capabilities, folders: inboxOf(3) })
  const inbox = await session.open('INBOX')
  expect(session.capabilities).toMatchObject({ condstore: false, qresync: false })
  expect(inbox.highestModseq).toBeNull()
  expect(await inbox.changesSince('5')).toBeNull()
  expect((await inbox.fetchFlags()).map(({ uid, modseq }) => [uid, modseq])).toEqual([
    [1, null],
    [2, null],
    [3, null],
  ])
  await inbox.addFlags([1], ['\\Flagged'], { unchangedSince: '1' })
  expect(server.commands.join()).not.toMatch(/MODSEQ|CHANGEDSINCE|UNCHANGEDSINCE/)
})

it('finds expunged messages by comparison without QRESYNC', async () => {
  const { server, session } = await scripted({ capabilities: without('QRESYNC'), folders: inboxOf(4) })
  const inbox = await session.open('INBOX')
  server.folders.INBOX?.messages.splice(2, 1)
  const changes = await inbox.changesSince('12')
  expect(changes).toMatchObject({ vanished: null, changed: [{ uid: 4, modseq: '13' }] })
  expect(await inbox.findMissing([1, 2, 3, 4])).toEqual([3])
})

it('returns null when MODSEQ goes backwards', async () => {
  const { server, session } = await scripted({ folders: inboxOf(4) })
  const inbox = await session.open('INBOX')
  expect(inbox.highestModseq).toBe('13')
  expect(await inbox.changesSince('14')).toBeNull()
  expect(server.commands.join()).not.toContain('CHANGEDSINCE')
})

it('copies and flags without MOVE and UIDPLUS, and never expunges what others flagged', async () => {
  const folders = { ...inboxOf(3), Trash: { uidValidity: 9, messages: [] } }
  const { server, session } = await scripted({ capabilities: without('MOVE', 'UIDPLUS'), folders })
  const inbox = await session.open('INBOX')
  expect(await inbox.move([2], 'Trash')).toEqual({ uids: null, uidValidity: null, removed: false })
  expect(await inbox.expunge([3])).toBe(false)
  expect(server.folders.INBOX?.messages.map(({ flags }) => flags?.includes('\\Deleted'))).toEqual([
    false,
    true,
    true,
  ])
  expect(server.commands.join()).not.toContain('EXPUNGE')
})

it('moves with COPY and UID EXPUNGE without MOVE', async () => {
  const folders = { ...inboxOf(3), Trash: { uidValidity: 9, messages: [] } }
  const { server, session } = await scripted({ capabilities: without('MOVE'), folders })
  const inbox = await session.open('INBOX')
  const moved = await inbox.move([2], 'Trash')
  expect(moved).toEqual({ uids: new Map([[2, 1]]), uidValidity: '9', removed: true })
  expect(server.folders.INBOX?.messages.map(({ uid }) => uid)).toEqual([1, 3])
})

it('reports throttling mid-session as transient and keeps the connection', async () => {
  const { server, session } = await scripted({ folders: inboxOf(1) })
  const inbox = await session.open('INBOX')
  server.on['UID SEARCH'] = (_command, peer) => peer.no('[THROTTLED] slow down')
  await expect(inbox.uids()).rejects.toMatchObject({
    kind: 'throttled',
    remedy: 'transient',
    code: 'THROTTLED',
  })
  server.on = {}
  expect(await inbox.uids()).toEqual([1])
})

it("reports Microsoft's suggested back-off at once instead of waiting", async () => {
  const { server, session } = await scripted({ folders: inboxOf(1) })
  server.on.NOOP = (_command, peer) =>
    peer.bad('Request is throttled. Suggested Backoff Time: 92415 milliseconds')
  await expect(session.noop()).rejects.toMatchObject({ kind: 'throttled', retryAfterMs: 92_415 })
})

it('reports credentials revoked mid-session as auth_failed', async () => {
  const { server, session } = await scripted({ folders: inboxOf(1) })
  const inbox = await session.open('INBOX')
  server.on['UID SEARCH'] = (_command, peer) => peer.no('[AUTHENTICATIONFAILED] session revoked')
  await expect(inbox.uids()).rejects.toMatchObject({ kind: 'auth_failed', remedy: 'auth' })
})

it.each(['bye', 'cut', 'reset'] as const)(
  'fails with closed after %s mid-fetch, and on every later call',
  async (how) => {
    const { server, session } = await scripted({ folders: inboxOf(3) })
    const inbox = await session.open('INBOX')
    server.on['UID FETCH'] = (_command, peer) => {
      peer.send('* 1 FETCH (UID 1 FLAGS () BODY[] {5}\r\nhello)')
      peer[how]('shutting down')
    }
    await expect(collect(inbox, [1, 2, 3])).rejects.toMatchObject({ kind: 'closed', remedy: 'transient' })
    await session.closed
    await expect(inbox.uids()).rejects.toMatchObject({ kind: 'closed' })
    await expect(session.noop()).rejects.toMatchObject({ kind: 'closed' })
  },
)

it('does not hang after BYE on a socket that stays open', async () => {
  const { server, session } = await scripted({ folders: inboxOf(1) })
  server.on.NOOP = (_command, peer) => peer.send('* BYE [UNAVAILABLE] maintenance at noon')
  await expect(session.noop()).rejects.toMatchObject({
    kind: 'closed',
    message: expect.stringContaining('noon'),
  })
})

it('ends the session when a response does not arrive within the timeout', async () => {
  const { server, session } = await scripted({ folders: inboxOf(1) }, { commandTimeoutMs: 1_000 })
  server.on.NOOP = () => {}
  const before = Date.now()
  await expect(session.noop()).rejects.toMatchObject({ kind: 'closed' })
  expect(Date.now() - before).toBeLessThan(20_000)
})

it('detects a half-open connection in the middle of a message', async () => {
  const server = await startScriptedImap({ folders: inboxOf(30) })
  addCleanup(server.stop)
  const proxy = await startProxy(server)
  addCleanup(proxy.stop)
  proxy.faults({ from: 'server', at: 4_000, do: 'swallow' })
  const session = await sessionOn(proxy.port, { commandTimeoutMs: 2_000 })
  const inbox = await session.open('INBOX')
  const uids = Array.from({ length: 30 }, (_, at) => at + 1)
  await expect(collect(inbox, uids)).rejects.toMatchObject({ kind: 'closed' })
})

it('reads and writes Gmail labels, thread ids and message ids', async () => {
  const items =
    'X-GM-MSGID 1278455344230334865 X-GM-THRID 1266894439832287888 X-GM-LABELS ("\\\\Inbox" "&AMk-t&AOk-" Work)'
  const folders = { INBOX: { uidValidity: 1, messages: [{ uid: 1, source: plainMail({ seed: 1 }), items }] } }
  const { server, session } = await scripted({ capabilities: [...without(), 'X-GM-EXT-1'], folders })
  const inbox = await session.open('INBOX')
  const { messages } = await collect(inbox, [1])
  expect(messages[0]).toMatchObject({
    labels: ['\\Inbox', 'Été', 'Work'],
    gmail: { messageId: '1278455344230334865', threadId: '1266894439832287888' },
  })
  await inbox.setLabels([1], ['Été', '\\Starred', 'a "b"'], 'add')
  expect(server.commands.at(-1)).toBe('UID STORE 1 +X-GM-LABELS.SILENT ("&AMk-t&AOk-" \\Starred "a \\"b\\"")')
})

it('rejects a flag that is not an atom before sending it', async () => {
  const { server, session } = await scripted({ folders: inboxOf(1) })
  const inbox = await session.open('INBOX')
  for (const flag of ['a b', 'x)\r\nA1 LOGOUT', '', '"', 'é', '\\*'])
    await expect(inbox.addFlags([1], [flag])).rejects.toMatchObject({ kind: 'protocol' })
  expect(server.commands.join()).not.toContain('UID STORE')
})
