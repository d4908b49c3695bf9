import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWithMail } from '#test/mail/available'
import { type Dovecot, startDovecot } from '#test/mail/dovecot'
import { until } from '../../platform/jobs/fixtures/until.ts'
import { accountOn } from '../../protocols/imap/fixtures/accounts.ts'
import { openImap } from '../../protocols/imap/imap.ts'
import { appendDraftOn } from './fixtures/append-draft-on.ts'
import { createSender, stateOf } from './fixtures/outbox.store.ts'
import { scriptedPorts } from './fixtures/scripted-ports.ts'
import { startSender } from './fixtures/start-sender.ts'
import { testOutbox } from './fixtures/test-outbox.ts'
import { putDraft } from './queue-mail.ts'

const file = fileURLToPath(new URL('./fixtures/draft-process.ts', import.meta.url))

describeWithMail('appending a draft', () => {
  let box: Awaited<ReturnType<typeof testOutbox>>
  let dovecot: Dovecot
  beforeAll(async () => {
    box = await testOutbox()
    dovecot = await startDovecot({ users: ['ada'] })
  })
  afterAll(async () => {
    await dovecot?.stop()
    await box?.close()
  })

  /** Starts a process that kills itself at the given point, and waits for its exit. */
  async function dieAt(point: string) {
    const args = [file, box.url, point, String(dovecot.imapPort)]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    const [, signal] = await once(child, 'exit')
    expect(signal).toBe('SIGKILL')
  }

  async function finishDelivery(id: string) {
    const ports = { ...scriptedPorts(), putInDrafts: appendDraftOn(dovecot.imapPort) }
    const sender = await startSender({ url: box.url, ports })
    await until(async () => (await stateOf(box.db, id))?.sendStatus === 'done')
    await sender.stop()
  }

  async function countInDrafts(messageIdHeader: string | null) {
    const session = await openImap(accountOn(dovecot.imapPort))
    const drafts = await session.open('Drafts', { readOnly: true })
    const uids = await drafts.searchMessageId(messageIdHeader ?? '')
    await session.close()
    return uids.length
  }

  it.each([['after storing the bytes'], ['before the append'], ['after the append']])(
    'makes one copy when the process is killed %s',
    async (point) => {
      const sender = await createSender(box.db)
      const mail = {
        ...sender,
        origin: 'workflow' as const,
        to: ['bob@mail.test'],
        subject: 'D',
        bodyText: 'D',
      }
      const { opId } = await box.db.transaction((tx) => putDraft(tx, box.deps, mail))
      await dieAt(point)
      const { messageIdHeader } = await box.state(opId)
      expect(await countInDrafts(messageIdHeader)).toBe(point === 'after the append' ? 1 : 0)
      await finishDelivery(opId)
      expect([(await box.state(opId)).messageIdHeader, await countInDrafts(messageIdHeader)]).toEqual([
        messageIdHeader,
        1,
      ])
    },
  )
})
