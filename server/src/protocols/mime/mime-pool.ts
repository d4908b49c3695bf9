import { createHash } from 'node:crypto'
import { headerEnd } from './header-block.ts'
import { limits } from './limits.ts'
import { type FailReason, inSteps, type MimeTask, type Outcome } from './mime-tasks.ts'
import { parseMessage } from './parse-message.ts'
import type { ParsedMessage, ParseOptions } from './parsed-message.ts'
import type { Sanitised, SanitiseOptions } from './sanitise-html.ts'
import { createWorkerPool, type PoolOptions } from './worker-pool.ts'

export type MimePool = ReturnType<typeof createMimePool>

/** Thrown when an attachment cannot be extracted; all other tasks have a safe fallback result. */
class MimeFailure extends Error {
  readonly reason: FailReason
  constructor(reason: FailReason) {
    super(`failed to parse the message: ${reason}`)
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

/** HTML that cannot be sanitised in time is not shown at all, and the note says so. */
function toSanitised(outcome: Outcome): Sanitised {
  if (outcome.ok) return outcome.value as Sanitised
  const note = outcome.reason === 'too_slow' ? 'too_slow' : 'unreadable'
  return { html: '', hasRemoteImages: false, notes: [note] }
}

type UnsafePart = SanitiseOptions & { html: string }

/** All mail is parsed here, in threads that may be killed, never on the main thread. */
export function createMimePool(options: PoolOptions = {}) {
  const pool = createWorkerPool(options)

  const runOne = async (task: MimeTask): Promise<Outcome> => {
    const [outcome] = await pool.run([task], true)
    return outcome ?? { ok: false, reason: 'unreadable' }
  }

  /** The fallback for a message that stalled or killed a thread: its headers, if they parse, and its hash. */
  const parseHeadersOnly = async (
    source: Uint8Array,
    parse: ParseOptions,
    reason: FailReason,
  ): Promise<ParsedMessage> => {
    const head = await runOne({ kind: 'parse', source: headerOf(source), options: parse })
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
    /** Returns one result per source, in order, whatever the sources contain. Rejects only when the pool is closed. */
    async parseMany(sources: readonly Uint8Array[], parse: ParseOptions = {}): Promise<ParsedMessage[]> {
      const tasks = sources.map((source): MimeTask => ({ kind: 'parse', source, options: parse }))
      const outcomes = await pool.run(tasks)
      return Promise.all(
        outcomes.map((outcome, i) =>
          outcome.ok
            ? (outcome.value as ParsedMessage)
            : parseHeadersOnly(sources[i] ?? new Uint8Array(0), parse, outcome.reason),
        ),
      )
    },
    /** Null when the message has no such attachment. */
    async attachmentBytes(source: Uint8Array, position: number): Promise<Uint8Array | null> {
      const outcome = await runOne({ kind: 'attachment', source, position })
      if (!outcome.ok) throw new MimeFailure(outcome.reason)
      return outcome.value as Uint8Array | null
    },
    async sanitise(html: string): Promise<Sanitised> {
      return toSanitised(await runOne({ kind: 'sanitise', html, options: {} }))
    },
    /** Sends all parts in one message to a thread: one message each would cost the main thread more than the work. */
    async sanitiseMany(parts: readonly UnsafePart[]): Promise<Sanitised[]> {
      const tasks = parts.map(({ html, ...options }): MimeTask => ({ kind: 'sanitise', html, options }))
      return (await pool.run(tasks, true)).map(toSanitised)
    },
    close: pool.close,
  }
}
