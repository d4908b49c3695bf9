import { createHash } from 'node:crypto'
import { headerEnd } from './header-block.ts'
import { limits } from './limits.ts'
import { type FailReason, inSteps, type MimeTask, type Outcome } from './mime-tasks.ts'
import { parseMessage } from './parse-message.ts'
import type { ParsedMessage, ParseOptions } from './parsed-message.ts'
import type { Sanitised, SanitiseOptions } from './sanitise-html.ts'
import { createWorkerPool, type PoolOptions } from './worker-pool.ts'

export type MimePool = ReturnType<typeof createMimePool>

/** Said of an attachment that could not be taken out; everything else has a harmless answer instead. */
class MimeFailure extends Error {
  readonly reason: FailReason
  constructor(reason: FailReason) {
    super(`The mail could not be read: ${reason}`)
    this.name = 'MimeFailure'
    this.reason = reason
  }
}

async function hash(source: Uint8Array): Promise<string> {
  const digest = createHash('sha256')
  await inSteps(source, (part) => digest.update(part))
  return digest.digest('hex')
}

const headerOf = (source: Uint8Array) => {
  const bytes = Buffer.from(source.buffer, source.byteOffset, Math.min(source.byteLength, limits.headerBlock))
  return bytes.subarray(0, headerEnd(bytes, 0, bytes.length).stop)
}

/** HTML that cannot be made harmless in time is not shown at all; its note says so. */
function toSanitised(outcome: Outcome): Sanitised {
  if (outcome.ok) return outcome.value as Sanitised
  const note = outcome.reason === 'too_slow' ? 'too_slow' : 'unreadable'
  return { html: '', hasRemoteImages: false, notes: [note] }
}

const bunch = 8
type Unsafe = SanitiseOptions & { html: string }

/** Mail is read here and nowhere else: in threads that may be killed, never on the main one. */
export function createMimePool(options: PoolOptions = {}) {
  const pool = createWorkerPool(options)

  const one = async (task: MimeTask): Promise<Outcome> => {
    const [outcome] = await pool.run([task], true)
    return outcome ?? { ok: false, reason: 'unreadable' }
  }

  /** What can still be said of a mail that stopped a thread: its headers when they are not the poison, its hash. */
  const poisoned = async (
    source: Uint8Array,
    parse: ParseOptions,
    reason: FailReason,
  ): Promise<ParsedMessage> => {
    const head = await one({ kind: 'parse', source: headerOf(source), options: parse })
    const message = head.ok ? (head.value as ParsedMessage) : parseMessage(new Uint8Array(0))
    return {
      ...message,
      size: source.byteLength,
      bodyComplete: false,
      incomplete: [reason],
      bodyHash: await hash(source),
    }
  }

  return {
    /** One result a source, in order, whatever the sources hold. Rejects only when the pool is closed. */
    async parseMany(sources: readonly Uint8Array[], parse: ParseOptions = {}): Promise<ParsedMessage[]> {
      const tasks = sources.map((source): MimeTask => ({ kind: 'parse', source, options: parse }))
      const outcomes = await pool.run(tasks)
      return Promise.all(
        outcomes.map((outcome, i) =>
          outcome.ok
            ? (outcome.value as ParsedMessage)
            : poisoned(sources[i] ?? new Uint8Array(0), parse, outcome.reason),
        ),
      )
    },
    /** Null when the mail has no such attachment. */
    async attachmentBytes(source: Uint8Array, position: number): Promise<Uint8Array | null> {
      const outcome = await one({ kind: 'attachment', source, position })
      if (!outcome.ok) throw new MimeFailure(outcome.reason)
      return outcome.value as Uint8Array | null
    },
    async sanitise(html: string): Promise<Sanitised> {
      return toSanitised(await one({ kind: 'sanitise', html, options: {} }))
    },
    /** Some at a time go to a thread together: each message of its own costs the main one more than the work. */
    async sanitiseMany(parts: readonly Unsafe[]): Promise<Sanitised[]> {
      const tasks = parts.map(({ html, ...options }): MimeTask => ({ kind: 'sanitise', html, options }))
      const bunches = []
      for (let at = 0; at < tasks.length; at += bunch)
        bunches.push(pool.run(tasks.slice(at, at + bunch), true))
      return (await Promise.all(bunches)).flat().map(toSanitised)
    },
    close: pool.close,
  }
}
