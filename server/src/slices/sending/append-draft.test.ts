import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#test/database'
import { describeWithMail } from '#test/mail/available'
import { startScriptedImap } from '#test/mail/scripted-imap'
import type { ScriptedImap } from '#test/mail/scripted-types'
import { newId } from '../../platform/ids/ids.ts'
import {
  accountOn,
  addCleanup,
  cleanUp,
  freshUser,
  stopShared,
} from '../../protocols/imap/fixtures/accounts.ts'
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
const append = (imap: ImapAccount, more: Partial<NewDraft> = {}) =>
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
const appended = { state: 'sent', rejected: [] }

describeWithMail('a draft on a real server', () => {
  const open = async (account: ImapAccount) => {
    const session = await openImap(account)
    addCleanup(session.close)
    return session
  }

  it('is appended once, flagged as draft and seen', async () => {
    const { account } = await freshUser()
    expect([await append(account), await append(account)]).toEqual([appended, appended])
    const folder = await (await open(account)).open('Drafts')
    const [found, ...more] = await folder.fetchFlags()
    expect([found?.flags.toSorted(), more]).toEqual([['\\Draft', '\\Seen'], []])
  })

  it('is not appended again after somebody deleted it', async () => {
    const { account } = await freshUser()
    await append(account)
    const session = await open(account)
    const folder = await session.open('Drafts')
    await folder.move(await folder.uids(), 'Trash')
    expect(await append(account, { mayBeThere: true })).toEqual(appended)
    expect(await (await session.open('Drafts')).uids()).toEqual([])
  })

  it('is not appended when ownership was lost', async () => {
    const { account } = await freshUser()
    const lost = new Error('ownership lost')
    await expect(append(account, { beforeAppend: () => Promise.reject(lost) })).rejects.toBe(lost)
    expect(await (await (await open(account)).open('Drafts')).uids()).toEqual([])
  })
})

describe('a draft on a scripted server', () => {
  const scripted = async (on: ScriptedImap['on']) => {
    const server = await startScriptedImap({ folders: { INBOX: { uidValidity: 1, messages: [] } }, on })
    addCleanup(server.stop)
    return server
  }
  const inDrafts = ({ folders }: ScriptedImap) => folders.Drafts?.messages.length
  const create: ScriptedImap['on'][string] = (_command, peer, usual) => {
    peer.server.folders.Drafts = { uidValidity: 2, messages: [] }
    usual()
  }

  it('creates a missing Drafts folder', async () => {
    const server = await scripted({ CREATE: create })
    expect(await append(accountOn(server.port))).toEqual(appended)
    expect(inDrafts(server)).toBe(1)
  })

  it('fails permanently when the folder cannot be created', async () => {
    const server = await scripted({ CREATE: (_command, peer) => peer.no('[NOPERM] not for you') })
    expect(await append(accountOn(server.port))).toMatchObject({
      state: 'failed',
      transient: false,
      kind: 'refused',
    })
  })

  it.each([
    ['rejects it', '[OVERQUOTA] full', { transient: false, kind: 'refused' }],
    ['is unavailable', '[UNAVAILABLE] later', { transient: true, kind: 'unreachable' }],
    ['has lost the folder', '[TRYCREATE] gone', { transient: true, kind: 'folder_not_found' }],
  ])('classifies the failure of a server that %s', async (_case, reply, failure) => {
    const server = await scripted({ CREATE: create, APPEND: (_command, peer) => peer.no(reply) })
    expect(await append(accountOn(server.port))).toMatchObject({ state: 'failed', ...failure })
  })

  it('is found by the retry when the response was lost', async () => {
    const server = await scripted({ CREATE: create })
    server.on.APPEND = (_command, peer, usual) => {
      peer.ok = peer.cut
      usual()
    }
    expect(await append(accountOn(server.port))).toMatchObject({ state: 'failed', transient: true })
    expect(await append(accountOn(server.port), { mayBeThere: true })).toEqual(appended)
    expect(inDrafts(server)).toBe(1)
  })
})
