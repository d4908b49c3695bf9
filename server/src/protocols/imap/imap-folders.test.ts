import { afterAll, afterEach, expect, it } from 'vitest'
import { describeWithMail } from '#test/mail/available'
import { startDovecot } from '#test/mail/dovecot'
import { plainMail } from '#test/mail/messages'
import { addCleanup, cleanUp, freshUser, scripted, sessionOn, stopShared } from './fixtures/accounts.ts'
import { openImap } from './imap.ts'
import { decodeName, encodeName } from './utf7.ts'

afterEach(cleanUp)
afterAll(stopShared)
const empty = { uidValidity: 1, messages: [] }

describeWithMail('folders of a real server', () => {
  it('lists roles by special use, with the status of each folder in one round trip', async () => {
    const { dovecot, name, account } = await freshUser()
    await dovecot.deliver(name, [plainMail({ seed: 1 }), plainMail({ seed: 2 })])
    const session = await openImap(account)
    addCleanup(session.close)
    const folders = await session.listFolders({ withStatus: true })
    const roles = Object.fromEntries(folders.map(({ path, role }) => [path, role]))
    const expected = {
      INBOX: 'inbox',
      Sent: 'sent',
      Drafts: 'drafts',
      Trash: 'trash',
      Junk: 'junk',
      Archive: 'archive',
    }
    expect(roles).toEqual(expected)
    const inbox = folders.find(({ path }) => path === 'INBOX')
    expect(inbox?.status).toMatchObject({ messages: 2, unseen: 2, uidNext: 3 })
    expect(await session.status('INBOX')).toEqual(inbox?.status)
    expect(inbox?.status?.uidValidity).toBe((await session.open('INBOX')).uidValidity)
  })

  it.each([
    'Entwürfe & Co',
    'Été/日本語',
    'a "quoted" \\ name',
    'per%cent*star',
    '😀',
    '&',
    'Tom & &- Jerry',
  ])('creates, lists and opens the folder %s', async (path) => {
    const { account } = await freshUser()
    const session = await openImap(account)
    addCleanup(session.close)
    await session.createFolder(path)
    const listed = (await session.listFolders()).find((folder) => folder.path === path)
    const cut = path.lastIndexOf('/')
    expect(listed).toMatchObject({ delimiter: '/', name: path.slice(cut + 1), selectable: true })
    expect(listed?.parent).toBe(cut < 0 ? null : path.slice(0, cut))
    expect(await session.append(path, plainMail({ seed: 1 }))).toMatchObject({ uid: 1 })
    expect(await session.open(path)).toMatchObject({ exists: 1 })
  })

  it('does not let CRLF in a folder name inject a command', async () => {
    const { account } = await freshUser()
    const session = await openImap(account)
    addCleanup(session.close)
    await expect(session.open('x\r\nA1 LOGOUT')).rejects.toMatchObject({ name: 'ImapFault' })
    await session.noop()
  })

  it('round-trips full paths with an unusual delimiter and a namespace prefix', async () => {
    const dovecot = await startDovecot({ separator: '.', prefix: 'INBOX.' })
    addCleanup(dovecot.stop)
    const session = await sessionOn(dovecot.imapPort)
    expect(session.namespace).toEqual({ prefix: 'INBOX.', delimiter: '.' })
    await session.createFolder('INBOX.Work.2026')
    const folders = await session.listFolders()
    expect(folders.find(({ path }) => path === 'INBOX.Work.2026')).toMatchObject({
      parent: 'INBOX.Work',
      name: '2026',
      delimiter: '.',
    })
    expect(folders.find(({ path }) => path === 'INBOX.Sent')?.role).toBe('sent')
    expect(await session.open('INBOX.Work.2026')).toMatchObject({ exists: 0 })
  })
})

it('recognises folder names in seven languages, only at the top and below the inbox', async () => {
  const names = ['INBOX', 'Gesendete Elemente', 'Brouillons', 'Papelera', 'Posta indesiderata', 'Arquivo']
  const folders = Object.fromEntries(
    [...names, 'Clients', 'Clients/Trash'].map((name) => [name, { ...empty }]),
  )
  const { session } = await scripted({ capabilities: ['IMAP4rev1', 'AUTH=PLAIN', 'SASL-IR'], folders })
  const roles = (await session.listFolders()).map(({ path, role }) => [path, role])
  expect(Object.fromEntries(roles)).toEqual({
    INBOX: 'inbox',
    'Gesendete Elemente': 'sent',
    Brouillons: 'drafts',
    Papelera: 'trash',
    'Posta indesiderata': 'junk',
    Arquivo: 'archive',
    Clients: null,
    'Clients/Trash': null,
  })
})

it('lists \\Noselect folders without a status, and prefers special use over names', async () => {
  const folders = {
    INBOX: { ...empty },
    '[Gmail]': { ...empty, attributes: ['\\Noselect'] },
    '[Gmail]/Papierkorb': { ...empty, attributes: ['\\Trash'] },
    '[Gmail]/All': { ...empty, attributes: ['\\All'] },
    Trash: { ...empty },
  }
  const { session } = await scripted({ folders })
  const listed = new Map((await session.listFolders({ withStatus: true })).map((one) => [one.path, one]))
  expect(listed.get('[Gmail]')).toMatchObject({ selectable: false, status: null, role: null })
  expect(listed.get('[Gmail]/Papierkorb')).toMatchObject({ role: 'trash', parent: '[Gmail]' })
  expect(listed.get('[Gmail]/All')?.role).toBe('all')
  expect(listed.get('Trash')?.role).toBeNull()
  expect(listed.get('Trash')?.status).toMatchObject({ messages: 0 })
})

it('falls back to plain LIST when the server rejects LIST-EXTENDED', async () => {
  const capabilities = 'IMAP4rev1 AUTH=PLAIN SASL-IR SPECIAL-USE LIST-EXTENDED LIST-STATUS'.split(' ')
  const { server, session } = await scripted({ capabilities })
  server.on.LIST = ({ args }, peer, usual) => (args.includes('RETURN') ? peer.bad('what?') : usual())
  expect((await session.listFolders()).map(({ path }) => path)).toEqual(['INBOX'])
})

it('reads literals, numbers and NIL in LIST responses', async () => {
  const { server, session } = await scripted({})
  server.on.LIST = (_command, peer) => {
    peer.send('* LIST () "/" {6}\r\na b"c\\', '* LIST () NIL 2026', '* LIST (\\Noselect) "/" inbox')
    peer.ok()
  }
  const listed = (await session.listFolders()).map(({ path, delimiter, selectable }) => [
    path,
    delimiter,
    selectable,
  ])
  expect(listed).toEqual([
    ['a b"c\\', '/', true],
    ['2026', null, true],
    ['INBOX', '/', false],
  ])
})

it('keeps a name that is not valid modified UTF-7 unchanged', () => {
  expect(decodeName('Tom & Jerry')).toBe('Tom & Jerry')
  expect(decodeName('a&b-c')).toBe('a&b-c')
  for (const name of ['Été', 'a&b', '日本語', 'x\r\ny', '😀😀', '~peter/mail/台北/日本語'])
    expect(decodeName(encodeName(name))).toBe(name)
  expect(encodeName('~peter/mail/台北/日本語')).toBe('~peter/mail/&U,BTFw-/&ZeVnLIqe-')
})
