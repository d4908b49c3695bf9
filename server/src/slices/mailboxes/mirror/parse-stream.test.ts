import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createSemaphore } from '../../../platform/concurrency/semaphore.ts'
import type { FetchedMessage } from '../../../protocols/imap/types.ts'
import { parseMessage } from '../../../protocols/mime/parse-message.ts'
import { createParseStream, type ReadMessage } from './parse-stream.ts'

const message = (uid: number, size = 200): FetchedMessage => ({
  uid,
  modseq: null,
  flags: [],
  labels: null,
  internalDate: null,
  size,
  structure: null,
  gmail: null,
  bodyComplete: true,
  source: Buffer.from(`Subject: Mail ${uid}\r\n\r\n${'x'.repeat(size)}`),
})

function run(options: { maxBytes?: number; stop?: AbortController; parseMs?: number } = {}) {
  const { maxBytes = 10_000_000, stop = new AbortController(), parseMs = 2 } = options
  const bytes = createSemaphore(maxBytes)
  const [batches, concurrentBytes]: [ReadMessage[][], number[]] = [[], []]
  let bytesInProgress = 0
  const stream = createParseStream({
    bytes,
    signal: stop.signal,
    parse: async (sources) => {
      bytesInProgress += sources.reduce((sum, source) => sum + source.byteLength, 0)
      concurrentBytes.push(bytesInProgress)
      await sleep(parseMs)
      bytesInProgress -= sources.reduce((sum, source) => sum + source.byteLength, 0)
      return sources.map((source) => parseMessage(source))
    },
    onBatch: async (read) => void batches.push(read),
  })
  return { stream, batches, bytes, maxConcurrentBytes: () => Math.max(...concurrentBytes) }
}
const uids = (read: ReadMessage[]) => read.map(({ fetched }) => fetched.uid)
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

describe('the parse stream', () => {
  it('returns each parsed message in order and without its source', async () => {
    const { stream } = run()
    for (const uid of numbers(100)) await stream.add(message(uid))
    const read = await stream.rest()
    expect(uids(read)).toEqual(numbers(100))
    expect(read.map(({ parsed }) => parsed.subject)).toEqual(numbers(100).map((uid) => `Mail ${uid}`))
    expect(read.reduce((sum, { fetched }) => sum + fetched.source.byteLength, 0)).toBe(0)
  })
  it('never exceeds the shared byte limit', async () => {
    const { stream, bytes, maxConcurrentBytes } = run({ maxBytes: 2_000_000 })
    const other = bytes.request(1_000_000)
    for (const uid of numbers(8)) await stream.add(message(uid, 600_000))
    await stream.rest()
    expect(maxConcurrentBytes()).toBeLessThan(1_000_000)
    other.release()
    expect(bytes.request(2_000_000).isGranted()).toBe(true)
  })
  it('emits a batch when it is large, and loses nothing', async () => {
    const { stream, batches } = run()
    for (const uid of numbers(20)) await stream.add(message(uid, 700_000))
    const rest = await stream.rest()
    expect(batches.length).toBeGreaterThanOrEqual(2)
    expect(uids([...batches.flat(), ...rest])).toEqual(numbers(20))
  })
  it('stops while waiting for the byte limit, and releases its bytes', async () => {
    const stop = new AbortController()
    const { stream, bytes } = run({ maxBytes: 1_000, stop })
    const other = bytes.request(1_000)
    const waiting = stream.add(message(1, 600_000))
    stop.abort(new Error('stopped'))
    await expect(waiting).rejects.toThrow('stopped')
    other.release()
    expect(bytes.request(1_000).isGranted()).toBe(true)
  })
})
