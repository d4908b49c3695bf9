import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids/ids.ts'
import { composeSource } from './compose-source.ts'
import { claimItem } from './delivery.store.ts'
import { claimElsewhere, makeDue, suspendSender } from './fixtures/outbox.store.ts'
import { afterDot, busy, sent } from './fixtures/scripted-ports.ts'
import { testOutbox } from './fixtures/test-outbox.ts'

let box: Awaited<ReturnType<typeof testOutbox>>
beforeAll(async () => {
  box = await testOutbox()
})
afterAll(() => box.close())

let written: string[]
beforeEach(() => {
  written = []
  box.ports.script = afterDot(sent)
  box.ports.dialogues.length = 0
  box.ports.writePersonalBody = async (_db, id) => {
    const secret = `secret-${written.length + 1}-${id}`
    written.push(secret)
    return { bodyText: `Your ${secret}`, bodyHtml: `<p>Your ${secret}</p>` }
  }
})
const queue = () => box.queue({ bodyText: 'A copy.', bodyHtml: '<p>A copy.</p>', personalBody: newId() })

describe('a body that only the recipient may read', () => {
  it('is sent, while the outbox stores the copy under the same Message-ID', async () => {
    const { id } = await queue()
    await box.deliver(id)
    const { source, messageIdHeader, sendStatus } = await box.state(id)
    const wire = box.ports.dialogues[0]?.source.toString() ?? ''
    expect(sendStatus).toBe('done')
    expect(wire).toContain(written[0])
    expect(source?.toString()).toContain('A copy.')
    expect(source?.toString()).not.toContain('secret')
    for (const mail of [wire, source?.toString()]) expect(mail).toContain(`<${messageIdHeader}>`)
  })

  it('is written again for a retry, since no attempt stores it', async () => {
    const { id } = await queue()
    box.ports.script = async () => busy
    await box.deliver(id)
    const before = await box.state(id)
    await makeDue(box.db, id)
    box.ports.script = afterDot(sent)
    await box.deliver(id)
    expect(written).toHaveLength(2)
    expect(box.ports.dialogues[1]?.source.toString()).toContain(written[1])
    expect(await box.state(id)).toMatchObject({
      sendStatus: 'done',
      messageIdHeader: before.messageIdHeader,
      source: before.source,
    })
  })

  it('is not written by a delivery that has lost the mail', async () => {
    const { id } = await queue()
    const item = await claimItem(box.db, { id, claim: newId() }, newId(), true)
    if (!item) throw new Error('not claimed')
    const composed = await composeSource(box.db, box.ports, item, newId())
    expect([composed, written]).toEqual([undefined, []])
  })

  it('fails the mail when there is nothing left to write about', async () => {
    const { id } = await queue()
    box.ports.writePersonalBody = async () => undefined
    await box.deliver(id)
    expect(await box.state(id)).toMatchObject({ sendStatus: 'failed', sendErrorKind: 'content_gone' })
    expect(box.ports.dialogues).toEqual([])
  })
})

describe('a mail that another living process is delivering', () => {
  it('is left to that process', async () => {
    const { id } = await box.queue()
    await claimElsewhere(box.db, id)
    await box.deliver(id)
    expect((await box.state(id)).sendStatus).toBe('running')
  })
})

describe('a mail of a suspended member', () => {
  it('is held when it is due', async () => {
    const { id, memberId } = await box.queue()
    await suspendSender(box.db, memberId)
    await box.deliver(id)
    expect(await box.state(id)).toMatchObject({ sendStatus: 'held', heldBy: 'suspension' })
  })

  it('does not leave when the suspension comes during the dialogue', async () => {
    const { id, memberId } = await box.queue()
    let passed = false
    box.ports.script = async ({ beforeDot }) => {
      await suspendSender(box.db, memberId)
      await beforeDot()
      passed = true
      return sent
    }
    await box.deliver(id)
    expect(passed).toBe(false)
    expect(await box.state(id)).toMatchObject({ sendStatus: 'held', heldBy: 'suspension' })
  })
})
