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
const copy = (id: string, look = 0, more = {}) =>
  saveSentCopy(box.deps, { id, look }, { ...box.context, ...more })
const look = (id: string, n: number) => lookUpUnknown(box.deps, { id, look: n }, box.context)

describe('the copy in Sent', () => {
  it('is put there once, with those who got the mail blind, and its bytes are let go', async () => {
    const { id } = await sendOne(sent, { bcc: ['eve@example.com'] })
    await copy(id)
    await copy(id)
    expect(box.ports.saved.map(String)).toEqual([
      expect.stringMatching(/^Bcc: eve@example.com\r\n(?:.+\r\n)*From: /),
    ])
    expect(await box.state(id)).toMatchObject({ sentCopy: 'saved', source: null })
  })

  it('is not put there beside one that is there already', async () => {
    const { id, messageId } = await sendOne()
    box.ports.inSent.add(messageId)
    await copy(id)
    expect([box.ports.saved, (await box.state(id)).sentCopy]).toEqual([[], 'found'])
  })

  it('is left to a provider that saves by itself: two looks, then it is put there', async () => {
    const { id, mailboxId } = await sendOne()
    await setProvider(box.db, mailboxId, 'google')
    await copy(id)
    expect(
      (await jobsOf(box.db, id)).find(({ task }) => task === 'sending.save-copy')?.inSeconds,
    ).toBeGreaterThan(20)
    await copy(id, 1)
    expect(box.ports.saved).toEqual([])
    await copy(id, 2)
    expect([box.ports.saved.length, (await box.state(id)).sentCopy]).toEqual([1, 'saved'])
  })

  it('that cannot be put there is tried again, then given up; the mail stays sent', async () => {
    const { id } = await sendOne()
    const { saveInSent } = box.ports
    box.ports.saveInSent = async () => Promise.reject(new Error('no room'))
    await expect(copy(id)).rejects.toThrow('no room')
    await copy(id, 0, { lastAttempt: true })
    box.ports.saveInSent = saveInSent
    expect(await box.state(id)).toMatchObject({ sendStatus: 'done', sentCopy: 'failed' })
  })
})

describe('a mail of which nobody knows', () => {
  it('is done when it lies in Sent', async () => {
    const { id, messageId, memberId } = await sendOne(silent)
    box.ports.inSent.add(messageId)
    await look(id, 0)
    expect(await box.state(id)).toMatchObject({ sendStatus: 'done', sentCopy: 'found', sendErrorKind: null })
    expect(await notificationsOf(box.db, memberId)).toEqual([])
  })

  it('is told to the member once, looked for three times, and stays unknown', async () => {
    const { id, memberId } = await sendOne(silent)
    await look(id, 0)
    const next = (await jobsOf(box.db, id)).find(({ task }) => task === 'sending.look-up')
    expect(next?.inSeconds).toBeGreaterThan(200)
    await look(id, 1)
    await look(id, 2)
    expect((await box.state(id)).sendStatus).toBe('unknown')
    expect(await notificationsOf(box.db, memberId)).toMatchObject([{ kind: 'sending.unknown' }])
    expect(box.ports.dialogues).toHaveLength(1)
  })
})

describe('automatic mail', () => {
  it('says so, with a mark that we know again and nobody can forge', async () => {
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

  it('of a person says nothing of the kind', async () => {
    await sendOne()
    expect(String(box.ports.dialogues[0]?.source)).not.toMatch(/auto/i)
  })
})
