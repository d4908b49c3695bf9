import type { Semaphore } from '../../../platform/concurrency/semaphore.ts'
import type { FetchedMessage } from '../../../protocols/imap/types.ts'
import type { ParsedMessage } from '../../../protocols/mime/parsed-message.ts'

/** A parsed message whose source has been released. */
export type ReadMessage = { fetched: FetchedMessage; parsed: ParsedMessage }

export type ParseStream = {
  /** Limits the bytes being parsed across all mailboxes. */
  bytes: Semaphore
  parse(sources: Buffer[]): Promise<ParsedMessage[]>
  /** Called when a batch has become large; nothing more is read before it resolves. */
  onBatch(read: ReadMessage[]): Promise<void>
  signal: AbortSignal
}

// One job of the parser threads; a message with a large attachment is a job of its own.
const partMessages = 32
const partBytes = 512 * 1024
const maxParts = 2
const maxBatchWeight = 3 * 1024 * 1024

const noBytes = Buffer.alloc(0)
const weightOf = ({ parsed: { bodyText, bodyHtml, safeHtml } }: ReadMessage) =>
  1_000 + (bodyText?.length ?? 0) + (bodyHtml?.length ?? 0) + (safeHtml?.html.length ?? 0)

/**
 * Parses messages while the next ones are read from the network. A source is released as soon as it is parsed, since
 * attachments make up most of its size.
 */
export function createParseStream({ bytes, parse, onBatch, signal }: ParseStream) {
  const parsing: Promise<ReadMessage[]>[] = []
  let part: FetchedMessage[] = []
  let partWeight = 0
  let read: ReadMessage[] = []
  let weight = 0

  const collect = async () => {
    const parsed = (await parsing.shift()) ?? []
    read.push(...parsed)
    for (const message of parsed) weight += weightOf(message)
    if (weight < maxBatchWeight) return
    const batch = read
    read = []
    weight = 0
    await onBatch(batch)
  }

  const parsePart = async (messages: FetchedMessage[], release: () => void): Promise<ReadMessage[]> => {
    try {
      const parsed = await parse(messages.map(({ source }) => source))
      return messages.map((fetched, i) => ({
        fetched: { ...fetched, source: noBytes },
        parsed: parsed[i] as ParsedMessage,
      }))
    } finally {
      release()
    }
  }

  const flush = async () => {
    if (part.length === 0) return
    if (parsing.length >= maxParts) await collect()
    const release = await bytes.acquire(partWeight, signal)
    const job = parsePart(part, release)
    // `collect` reports a failure; until then it must not count as an unhandled rejection.
    job.catch(() => undefined)
    parsing.push(job)
    part = []
    partWeight = 0
  }

  return {
    async add(message: FetchedMessage): Promise<void> {
      part.push(message)
      partWeight += message.source.byteLength
      if (part.length >= partMessages || partWeight >= partBytes) await flush()
    },
    /** Parses what is left and returns the last batch. */
    async rest(): Promise<ReadMessage[]> {
      await flush()
      while (parsing.length > 0) await collect()
      return read
    },
  }
}
