import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { jobsOf, notificationsOf, setProvider } from './fixtures/outbox.store.ts'
import { afterDot, sent, silent } from './fixtures/scripted-ports.ts'
import { testOutbox } from './fixtures/test-outbox.ts'
import { lookUpUnknown } from './look-up-unknown.ts'
import { isOwnLoopMark } from './loop-mark.ts'
import { saveSentCopy } from './save-sent-copy.ts'

let box: Awaited<ReturnType<typeof testOutbox>>
beforeAll(async () => {
  box = await testOutbox()
})
afterAll(() => box.close())
beforeEach(() => {
  box.ports.saved.length = 0
  box.ports.inSent.clear()
  box.ports.dialogues.length = 0
})

const sendOne = async (outcome = sent, more = {}) => {
  box.ports.script = afterDot(outcome)
  const item = await box.queue(more)
  await box.deliver(item.id)
  return { ...item, messageId: (await box.state(item.id)).messageIdHeader ?? '' }
}
const saveCopy = (id: string, look = 0, more = {}) =>
  saveSentCopy(box.deps, { id, look }, { ...box.context, ...more })
const lookUp = (id: string, look: number) => lookUpUnknown(box.deps, { id, look }, box.context)

describe('the copy in Sent', () => {
  it('is saved once, with its Bcc recipients, and the bytes are dropped', async () => {
    const { id } = await sendOne(sent, { bcc: ['eve@example.com'] })
    await saveCopy(id)
    await saveCopy(id)
    expect(box.ports.saved.map(String)).toEqual([
      expect.stringMatching(/^Bcc: eve@example.com\r\n(?:.+\r\n)*From: /),
    ])
    expect(await box.state(id)).toMatchObject({ sentCopy: 'saved', source: null })
  })

  it('is not saved when the folder already has one', async () => {
    const { id, messageId } = await sendOne()
    box.ports.inSent.add(messageId)
    await saveCopy(id)
    expect([box.ports.saved, (await box.state(id)).sentCopy]).toEqual([[], 'found'])
  })

  it('is left to a provider that saves it itself, and saved after two searches without a result', async () => {
    const { id, mailboxId } = await sendOne()
    await setProvider(box.db, mailboxId, 'google')
    await saveCopy(id)
    expect(
      (await jobsOf(box.db, id)).find(({ task }) => task === 'sending.save-copy')?.inSeconds,
    ).toBeGreaterThan(20)
    await saveCopy(id, 1)
    expect(box.ports.saved).toEqual([])
    await saveCopy(id, 2)
    expect([box.ports.saved.length, (await box.state(id)).sentCopy]).toEqual([1, 'saved'])
  })

  it('is retried after a failure, then given up, while the mail stays sent', async () => {
    const { id } = await sendOne()
    const { saveInSent } = box.ports
    box.ports.saveInSent = async () => Promise.reject(new Error('disk full'))
    await expect(saveCopy(id)).rejects.toThrow('disk full')
    await saveCopy(id, 0, { lastAttempt: true })
    box.ports.saveInSent = saveInSent
    expect(await box.state(id)).toMatchObject({ sendStatus: 'done', sentCopy: 'failed' })
  })
})

describe('a mail with an unknown outcome', () => {
  it('becomes done when it is found in Sent', async () => {
    const { id, messageId, memberId } = await sendOne(silent)
    box.ports.inSent.add(messageId)
    await lookUp(id, 0)
    expect(await box.state(id)).toMatchObject({ sendStatus: 'done', sentCopy: 'found', sendErrorKind: null })
    expect(await notificationsOf(box.db, memberId)).toEqual([])
  })

  it('notifies the member once, is searched for three times and stays unknown', async () => {
    const { id, memberId } = await sendOne(silent)
    await lookUp(id, 0)
    const next = (await jobsOf(box.db, id)).find(({ task }) => task === 'sending.look-up')
    expect(next?.inSeconds).toBeGreaterThan(200)
    await lookUp(id, 1)
    await lookUp(id, 2)
    expect((await box.state(id)).sendStatus).toBe('unknown')
    expect(await notificationsOf(box.db, memberId)).toMatchObject([{ kind: 'sending.unknown' }])
    expect(box.ports.dialogues).toHaveLength(1)
  })
})

describe('automatic mail', () => {
  it('has automatic headers and a loop mark that cannot be forged', async () => {
    await sendOne(sent, { automatic: true })
    const source = String(box.ports.dialogues[0]?.source)
    expect(source).toContain('Auto-Submitted: auto-generated\r\n')
    expect(source).toContain('X-Auto-Response-Suppress: All\r\n')
    const mark = /X-Mailwright-Loop: ((?:.+\r\n )*.+)\r\n/.exec(source)?.[1]?.replaceAll('\r\n', '') ?? ''
    expect(await isOwnLoopMark(box.db, mark)).toBe(true)
    const forged = mark.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    expect([await isOwnLoopMark(box.db, forged), await isOwnLoopMark(box.db, 'v1 x y')]).toEqual([
      false,
      false,
    ])
  })

  it('headers are absent from mail of a person', async () => {
    await sendOne()
    expect(String(box.ports.dialogues[0]?.source)).not.toMatch(/auto/i)
  })
})
