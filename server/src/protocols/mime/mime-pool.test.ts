import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { hostileMails } from './fixtures/hostile-mails.ts'
import { sampleMail } from './fixtures/sample-mails.ts'
import { createMimePool } from './mime-pool.ts'
import { hashOf, parseMessage } from './parse-message.ts'
import { toStoredHtml } from './to-stored-html.ts'

// The default of ten seconds is enough for every mail here, unless the machine is busy.
const pool = createMimePool({ workers: 1, timeLimitMs: 60_000 })
afterAll(() => pool.close())

/**
 * The longest time that this thread was blocked, in milliseconds. On a busy machine a turn of the event loop can be late
 * without having worked, so CPU time per turn is measured too, and the lower of both counts.
 */
async function loopDelay<T>(work: () => Promise<T>): Promise<{ value: T; delay: number }> {
  const histogram = monitorEventLoopDelay({ resolution: 10 })
  histogram.enable()
  // Both compare consecutive turns of the loop: without a turn before and after, they would miss the copying of the
  // source and the reading of the result.
  await setTimeout(40)
  let [last, most] = [process.threadCpuUsage(), 0]
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last)
    most = Math.max(most, (user + system) / 1e3)
    last = process.threadCpuUsage()
  }, 5)
  const value = await work()
  await setTimeout(40)
  clearInterval(timer)
  histogram.disable()
  return { value, delay: Math.min(most, histogram.max / 1e6) }
}

const strings = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [key, ...strings(inner)])
}

describe('a hostile message', () => {
  it.each(Object.entries(hostileMails))(
    'with %s has a storable result and does not block the main thread',
    async (_, make) => {
      const source = make()
      const { value, delay } = await loopDelay(() => pool.parseMany([source]))
      const [message] = value
      expect(message?.size).toBe(source.length)
      expect(message?.bodyHash).toMatch(/^[0-9a-f]{64}$/)
      expect(message?.snippet?.length ?? 0).toBeLessThanOrEqual(200)
      expect(message?.attachments.every(({ filename }) => filename !== '')).toBe(true)
      expect(strings(message).filter((text) => !text.isWellFormed() || text.includes('\0'))).toEqual([])
      expect(message?.incomplete).not.toContain('too_slow')
      expect(delay).toBeLessThan(200)
    },
  )

  it('is truncated at the limits and marked incomplete', async () => {
    const made = (name: string) => hostileMails[name]?.() ?? Buffer.alloc(0)
    const [deep, many, text] = await pool.parseMany([
      made('a thousand nested multiparts'),
      made('twenty thousand parts'),
      made('a hundred megabytes of text'),
    ])
    expect(deep).toMatchObject({ bodyComplete: false, incomplete: ['too_deep'], subject: 'Trap' })
    expect(many).toMatchObject({ bodyComplete: false, incomplete: ['too_many_parts'] })
    expect(many?.attachments.length).toBeLessThanOrEqual(1_000)
    expect(text).toMatchObject({ bodyComplete: false, incomplete: ['body_cut'] })
    expect(text?.bodyText?.length).toBeLessThanOrEqual(2 * 1024 * 1024)
  })
})

describe('the MIME pool', () => {
  it('returns the results of the parser in order', async () => {
    const sources = Array.from({ length: 100 }, (_, i) => sampleMail(i))
    const parsed = await pool.parseMany(sources, { ownAddresses: ['ada@example.org'] })
    const expected = sources.map((source) => {
      const message = parseMessage(source, { ownAddresses: ['ada@example.org'] })
      return { ...message, safeHtml: toStoredHtml(message) }
    })
    expect(parsed).toEqual(expected)
    expect(expected.some(({ safeHtml }) => safeHtml)).toBe(true)
    expect(sources[0]?.length).toBeGreaterThan(0)
  })

  it('returns the bytes of an attachment, or null', async () => {
    const bytes = await pool.attachmentBytes(sampleMail(3), 0)
    expect(Buffer.from(bytes ?? [])).toEqual(Buffer.alloc(10_000, 3))
    expect(await pool.attachmentBytes(sampleMail(3), 1)).toBeNull()
    expect(await pool.attachmentBytes(sampleMail(3), -1)).toBeNull()
  })

  it('sanitises HTML', async () => {
    expect((await pool.sanitise('<p onclick="x">a</p>')).html).toBe('<p>a</p>')
  })

  it('replaces a thread that a message has stalled, and keeps the other messages', async () => {
    // Nothing known takes ten seconds; a hundred megabytes of almost-boundaries take longer than this limit.
    const impatient = createMimePool({ workers: 1, timeLimitMs: 1_000 })
    const poison = Buffer.concat([
      Buffer.from('Subject: Trap\r\nContent-Type: multipart/mixed; boundary=xx\r\n\r\n'),
      Buffer.alloc(100 * 1024 * 1024, '--xxy\n'),
    ])
    const [before, poisoned, after] = await impatient.parseMany([sampleMail(0), poison, sampleMail(1)])
    expect(before?.messageId).toBe('0.1730628000@example.org')
    expect(poisoned).toMatchObject({
      bodyComplete: false,
      incomplete: ['too_slow'],
      size: poison.length,
      bodyHash: hashOf(poison),
      subject: 'Trap',
      bodyText: null,
    })
    expect(after?.messageId).toBe('1.1730628000@example.org')
    await impatient.close()
  })

  it('survives a task that needs more memory than a thread has', async () => {
    const small = createMimePool({ workers: 1, heapMb: 24 })
    const heavy = await small.sanitise(`<p>€${'&lt;'.repeat(500_000)}`)
    expect(heavy).toEqual({ html: '', hasRemoteImages: false, notes: ['unreadable'] })
    expect((await small.sanitise('<p>light</p>')).html).toBe('<p>light</p>')
    await small.close()
  })

  it('serves interactive requests during a bulk import', async () => {
    const bulk = pool.parseMany(Array.from({ length: 3_000 }, (_, i) => sampleMail(i)))
    let bulkDone = false
    void bulk.then(() => {
      bulkDone = true
    })
    await pool.sanitise('<p>now</p>')
    expect(bulkDone).toBe(false)
    await bulk
  })

  it('applies backpressure', async () => {
    const small = createMimePool({ workers: 1, maxQueuedBytes: 50_000 })
    const calls = Array.from({ length: 20 }, (_, i) => small.parseMany([sampleMail(i), sampleMail(i + 1)]))
    const results = await Promise.all(calls)
    expect(results.map(([message]) => message?.messageId)).toEqual(
      Array.from({ length: 20 }, (_, i) => `${i}.1730628000@example.org`),
    )
    await small.close()
  })

  it('rejects new and pending work once closed', async () => {
    const closing = createMimePool({ workers: 1 })
    const pending = closing.parseMany([sampleMail(0)])
    const refused = expect(pending).rejects.toThrow('closed')
    await closing.close()
    await refused
    await expect(closing.parseMany([sampleMail(0)])).rejects.toThrow('closed')
  })
})
