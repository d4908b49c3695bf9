import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#test/database'
import { describeWithMail } from '#test/mail/available'
import { startScriptedImap } from '#test/mail/scripted-imap'
import type { ScriptedImap } from '#test/mail/scripted-types'
import { newId } from '../../platform/ids/ids.ts'
import { accountOn, cleanUp, freshUser, later, stopShared } from '../../protocols/imap/fixtures/accounts.ts'
import { type ImapAccount, openImap } from '../../protocols/imap/imap.ts'
import { appendDraft } from './append-draft.ts'
import type { NewDraft } from './ports.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterEach(cleanUp)
afterAll(async () => {
  await stopShared()
  await database.drop()
})

const messageIdHeader = 'the-draft@mail.test'
const source = Buffer.from(
  `From: ada@mail.test\r\nTo: bob@mail.test\r\nSubject: Hi\r\nMessage-ID: <${messageIdHeader}>\r\n\r\nHello\r\n`,
)
const put = (imap: ImapAccount, more: Partial<NewDraft> = {}) =>
  appendDraft(
    {
      openAccount: async () => ({ imap }),
      outbound: { resolve: async (host) => ({ address: host, family: 4 }) },
    },
    database.db,
    {
      mailboxId: newId(),
      messageIdHeader,
      source,
      mayBeThere: false,
      beforeAppend: async () => undefined,
      signal: new AbortController().signal,
      ...more,
    },
  )
const there = { state: 'sent', rejected: [] }

describeWithMail('a draft on a real server', () => {
  const open = async (account: ImapAccount) => {
    const session = await openImap(account)
    later(session.close)
    return session
  }

  it('lies in Drafts once, as a draft that is read', async () => {
    const { account } = await freshUser()
    expect([await put(account), await put(account)]).toEqual([there, there])
    const folder = await (await open(account)).open('Drafts')
    const [found, ...more] = await folder.fetchFlags()
    expect([found?.flags.toSorted(), more]).toEqual([['\\Draft', '\\Seen'], []])
  })

  it('that was thrown away meanwhile does not come back', async () => {
    const { account } = await freshUser()
    await put(account)
    const session = await open(account)
    const folder = await session.open('Drafts')
    await folder.move(await folder.uids(), 'Trash')
    expect(await put(account, { mayBeThere: true })).toEqual(there)
    expect(await (await session.open('Drafts')).uids()).toEqual([])
  })

  it('is not put there when the last word is no', async () => {
    const { account } = await freshUser()
    const no = new Error('no longer ours')
    await expect(put(account, { beforeAppend: () => Promise.reject(no) })).rejects.toBe(no)
    expect(await (await (await open(account)).open('Drafts')).uids()).toEqual([])
  })
})

describe('a draft on a server with its own ways', () => {
  const scripted = async (on: ScriptedImap['on']) => {
    const server = await startScriptedImap({ folders: { INBOX: { uidValidity: 1, messages: [] } }, on })
    later(server.stop)
    return server
  }
  const inDrafts = ({ folders }: ScriptedImap) => folders.Drafts?.messages.length
  const create: ScriptedImap['on'][string] = (_command, peer, usual) => {
    peer.server.folders.Drafts = { uidValidity: 2, messages: [] }
    usual()
  }

  it('makes the folder where there is none', async () => {
    const server = await scripted({ CREATE: create })
    expect(await put(accountOn(server.port))).toEqual(there)
    expect(inDrafts(server)).toBe(1)
  })

  it('is refused for good where there is none and none may be made', async () => {
    const server = await scripted({ CREATE: (_command, peer) => peer.no('[NOPERM] not for you') })
    expect(await put(accountOn(server.port))).toMatchObject({
      state: 'failed',
      transient: false,
      kind: 'refused',
    })
  })

  it.each([
    ['says no', '[OVERQUOTA] full', { transient: false, kind: 'refused' }],
    ['is out of order', '[UNAVAILABLE] later', { transient: true, kind: 'unreachable' }],
    ['has lost the folder', '[TRYCREATE] gone', { transient: true, kind: 'folder_not_found' }],
  ])('tells a server that %s from another', async (_what, words, failure) => {
    const server = await scripted({ CREATE: create, APPEND: (_command, peer) => peer.no(words) })
    expect(await put(accountOn(server.port))).toMatchObject({ state: 'failed', ...failure })
  })

  it('is found there when the answer was lost', async () => {
    const server = await scripted({ CREATE: create })
    server.on.APPEND = (_command, peer, usual) => {
      peer.ok = peer.cut
      usual()
    }
    expect(await put(accountOn(server.port))).toMatchObject({ state: 'failed', transient: true })
    expect(await put(accountOn(server.port), { mayBeThere: true })).toEqual(there)
    expect(inDrafts(server)).toBe(1)
  })
})
