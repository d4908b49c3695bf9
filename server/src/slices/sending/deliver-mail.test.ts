import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../platform/jobs/fixtures/until.ts'
import { recover } from './delivery.store.ts'
import {
  abandonItem,
  claimOf,
  jobsOf,
  makeDue,
  notificationsOf,
  stealClaim,
} from './fixtures/outbox.store.ts'
import { afterDot, busy, refused, sent, silent } from './fixtures/scripted-ports.ts'
import { testOutbox } from './fixtures/test-outbox.ts'
import { delayBefore, maxAttempts } from './record-outcome.ts'

let box: Awaited<ReturnType<typeof testOutbox>>
beforeAll(async () => {
  box = await testOutbox()
})
afterAll(() => box.close())
beforeEach(() => {
  box.ports.script = afterDot(sent)
  box.ports.dialogues.length = 0
})

describe('delivery', () => {
  it('ends as done when the server accepts the mail, and schedules a copy in Sent', async () => {
    const { id } = await box.queue({ bcc: ['eve@example.com'], cc: ['BOB@example.com', 'cy@example.com'] })
    await box.deliver(id)
    expect(await box.state(id)).toMatchObject({
      sendStatus: 'done',
      attempts: 1,
      sentCopy: 'pending',
      isMarked: true,
    })
    const [dialogue] = box.ports.dialogues
    expect(dialogue?.envelope.to).toEqual(['bob@example.com', 'cy@example.com', 'eve@example.com'])
    expect((await jobsOf(box.db, id)).map((job) => job.task)).toContain('sending.save-copy')
  })

  it('stores the Message-ID and the bytes before the first dialogue and never changes them', async () => {
    const { id } = await box.queue()
    const seen: Buffer[] = []
    box.ports.script = async ({ source }) => {
      const state = await box.state(id)
      expect(state.source?.equals(source)).toBe(true)
      expect(source.toString()).toContain(`<${state.messageIdHeader}>`)
      seen.push(source)
      return busy
    }
    await box.deliver(id)
    await makeDue(box.db, id)
    await box.deliver(id)
    expect(seen[1]).toEqual(seen[0])
  })

  it('writes the dot mark right before the final dot', async () => {
    const { id } = await box.queue()
    box.ports.script = async ({ beforeDot }) => {
      expect((await box.state(id)).isMarked).toBe(false)
      await beforeDot()
      expect((await box.state(id)).isMarked).toBe(true)
      return sent
    }
    await box.deliver(id)
    expect((await box.state(id)).sendStatus).toBe('done')
  })

  it('is retried later after a transient failure, with the dot mark cleared', async () => {
    const { id } = await box.queue()
    box.ports.script = afterDot(busy)
    await box.deliver(id)
    const state = await box.state(id)
    expect(state).toMatchObject({
      sendStatus: 'pending',
      attempts: 1,
      isMarked: false,
      sendErrorKind: 'refused',
    })
    expect(state.waitsSeconds).toBeGreaterThan(45)
    const job = (await jobsOf(box.db, id)).find(({ task }) => task === 'sending.deliver')
    expect(job?.inSeconds).toBeCloseTo(state.waitsSeconds, 0)
  })

  it('gives up after eight attempts over about a day and notifies the member', async () => {
    const { id, memberId } = await box.queue()
    box.ports.script = async () => busy
    for (let i = 1; i <= maxAttempts; i++) {
      await makeDue(box.db, id)
      await box.deliver(id)
    }
    expect(await box.state(id)).toMatchObject({ sendStatus: 'failed', attempts: 8 })
    expect(await notificationsOf(box.db, memberId)).toMatchObject([{ kind: 'sending.failed' }])
    const hours = [1, 2, 3, 4, 5, 6, 7].reduce((sum, n) => sum + delayBefore(n, 0.5), 0) / 3600
    expect(hours).toBeGreaterThan(22)
    expect(hours).toBeLessThan(25)
  })

  it('fails at once after a permanent rejection', async () => {
    const { id, memberId } = await box.queue()
    box.ports.script = async () => refused
    await box.deliver(id)
    expect(await box.state(id)).toMatchObject({ sendStatus: 'failed', sendErrorKind: 'refused' })
    expect(await notificationsOf(box.db, memberId)).toMatchObject([{ params: { errorKind: 'refused' } }])
  })

  it('records the rejected recipients of a mail that others accepted', async () => {
    const { id, memberId } = await box.queue({ to: ['bob@example.com', 'no@example.com'] })
    const rejected = [{ address: 'no@example.com', code: 550, message: 'unknown\r\nuser' }]
    box.ports.script = afterDot({ state: 'sent', rejected })
    await box.deliver(id)
    const state = await box.state(id)
    expect(state.sendStatus).toBe('done')
    expect(state.rejected).toEqual([{ ...rejected[0], message: 'unknown user' }])
    expect(await notificationsOf(box.db, memberId)).toMatchObject([
      { params: { errorKind: 'recipients_refused' } },
    ])
  })

  it('stays unknown without a response, is looked up and never sent again', async () => {
    const { id } = await box.queue()
    box.ports.script = afterDot(silent)
    await box.deliver(id)
    await makeDue(box.db, id)
    await box.deliver(id)
    expect(await box.state(id)).toMatchObject({ sendStatus: 'unknown', attempts: 1 })
    expect(box.ports.dialogues).toHaveLength(1)
    const lookUp = (await jobsOf(box.db, id)).find(({ task }) => task === 'sending.look-up')
    expect(lookUp?.inSeconds).toBeGreaterThan(50)
  })

  it('counts an unexpected error as unknown after the dot mark and as a failure before it', async () => {
    const before = await box.queue()
    box.ports.script = async () => Promise.reject(new Error('a bug'))
    await box.deliver(before.id)
    expect(await box.state(before.id)).toMatchObject({ sendStatus: 'pending', sendErrorKind: 'broken_off' })
    expect(JSON.stringify(await box.state(before.id))).not.toContain('a bug')
    const after = await box.queue()
    box.ports.script = async ({ beforeDot }) => {
      await beforeDot()
      throw new Error('a bug')
    }
    await box.deliver(after.id)
    expect(await box.state(after.id)).toMatchObject({ sendStatus: 'unknown', sendErrorKind: 'broken_off' })
  })

  it('fails permanently when the mail cannot be composed', async () => {
    const { id } = await box.queue({ to: ['no address'] })
    await box.deliver(id)
    expect(await box.state(id)).toMatchObject({ sendStatus: 'failed', sendErrorKind: 'compose_failed' })
    expect(box.ports.dialogues).toEqual([])
  })

  it('is rescheduled when the mail is not yet due', async () => {
    const { id } = await box.queue({ delaySeconds: 30 })
    await box.deliver(id)
    expect(await box.state(id)).toMatchObject({ sendStatus: 'pending', attempts: 0 })
    expect((await jobsOf(box.db, id))[0]?.inSeconds).toBeGreaterThan(25)
  })

  it('sends one mail when ten jobs run concurrently', async () => {
    const { id } = await box.queue()
    let finished = 0
    box.ports.script = async ({ beforeDot }) => {
      await beforeDot()
      await until(() => finished === 9)
      return sent
    }
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        await box.deliver(id)
        finished += 1
      }),
    )
    expect(box.ports.dialogues).toHaveLength(1)
    expect((await box.state(id)).sendStatus).toBe('done')
  })
})

describe('a stopping process', () => {
  it('releases an item that was not sent, without counting the attempt', async () => {
    const { id } = await box.queue()
    const stop = new AbortController()
    box.ports.script = async () => {
      stop.abort()
      return { ...busy, kind: 'stopped' }
    }
    await expect(box.deliver(id, { signal: stop.signal })).rejects.toThrow()
    expect(await box.state(id)).toMatchObject({ sendStatus: 'pending', attempts: 0, isMarked: false })
  })

  it('still records a response that arrives after the final dot', async () => {
    const { id } = await box.queue()
    const stop = new AbortController()
    box.ports.script = async ({ beforeDot }) => {
      await beforeDot()
      stop.abort()
      return sent
    }
    await box.deliver(id, { signal: stop.signal })
    expect((await box.state(id)).sendStatus).toBe('done')
  })
})

describe('an item of a dead process', () => {
  it('is sent when it has no dot mark', async () => {
    const { id } = await box.queue()
    await abandonItem(box.db, id, false)
    await box.deliver(id)
    expect(await box.state(id)).toMatchObject({ sendStatus: 'done', attempts: 2 })
    expect(box.ports.dialogues[0]?.source.toString()).toBe('x')
  })

  it('becomes unknown when it has the dot mark, and is not sent again', async () => {
    const { id } = await box.queue()
    await abandonItem(box.db, id, true)
    await box.deliver(id)
    expect(await box.state(id)).toMatchObject({ sendStatus: 'unknown', sendErrorKind: 'interrupted' })
    expect(box.ports.dialogues).toEqual([])
  })

  it('is given up when every attempt killed its process', async () => {
    const { id } = await box.queue()
    await abandonItem(box.db, id, false, maxAttempts)
    await box.deliver(id)
    expect(await box.state(id)).toMatchObject({ sendStatus: 'failed', sendErrorKind: 'interrupted' })
  })
})

describe("a member's share of deliveries", () => {
  it('puts off what exceeds it, without counting an attempt', async () => {
    const { memberId, mailboxId } = await box.queue()
    const items = await Promise.all(Array.from({ length: 12 }, () => box.queue({ memberId, mailboxId })))
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    box.ports.script = async ({ beforeDot }) => {
      await answered
      await beforeDot()
      return sent
    }
    const deliveries = items.map(({ id }) => box.deliver(id))
    await until(() => box.ports.dialogues.length === 10)
    const states = async () => Promise.all(items.map(async ({ id }) => box.state(id)))
    await until(
      async () => (await states()).filter(({ sendStatus }) => sendStatus === 'pending').length === 2,
    )
    expect((await states()).filter(({ attempts }) => attempts === 0)).toHaveLength(2)
    answer()
    await Promise.all(deliveries)
    expect((await states()).filter(({ sendStatus }) => sendStatus === 'done')).toHaveLength(10)
    for (const { id } of items) await box.deliver(id)
    expect((await states()).every(({ sendStatus }) => sendStatus === 'done')).toBe(true)
    expect(box.ports.dialogues).toHaveLength(12)
  })
})

describe('a process that wakes up late', () => {
  it('cannot send the mail once another process owns the item', async () => {
    const { id } = await box.queue()
    let accepted = 0
    box.ports.script = async ({ beforeDot }) => {
      if (box.ports.dialogues.length === 1) await stealClaim(box.db, id)
      const isSent = await beforeDot().then(
        () => true,
        () => false,
      )
      accepted += Number(isSent)
      return isSent ? sent : { ...busy, kind: 'stopped' }
    }
    await box.deliver(id)
    expect([box.ports.dialogues.length, accepted]).toEqual([2, 1])
    expect((await box.state(id)).sendStatus).toBe('done')
  })

  it('turns unknown into done when it brings the response', async () => {
    const { id } = await box.queue()
    box.ports.script = async ({ beforeDot }) => {
      await beforeDot()
      // Another process considers this one dead and recovers the item meanwhile.
      await recover(box.db, { id, claim: await claimOf(box.db, id) }, maxAttempts)
      expect((await box.state(id)).sendStatus).toBe('unknown')
      return sent
    }
    await box.deliver(id)
    expect(await box.state(id)).toMatchObject({ sendStatus: 'done', sendErrorKind: null })
  })
})
