import type { Semaphore } from '../../../platform/concurrency/semaphore.ts'
import type { FetchedMessage } from '../../../protocols/imap/types.ts'
import type { ParsedMessage } from '../../../protocols/mime/parsed-message.ts'

/** A message as it is stored: what it says, without its source. */
export type ReadMessage = { fetched: FetchedMessage; parsed: ParsedMessage }

export type ParseStream = {
  /** Bytes that may be in hand over all mailboxes. */
  bytes: Semaphore
  parse(sources: Buffer[]): Promise<ParsedMessage[]>
  /** Takes what has gathered when it is much; nothing more is read before it is done. */
  onBatch(read: ReadMessage[]): Promise<void>
  signal: AbortSignal
}

// What the threads take at once; a mail with a large attachment goes alone.
const partMessages = 32
const partBytes = 512 * 1024
const maxParts = 2
const maxBatchWeight = 3 * 1024 * 1024

const noBytes = Buffer.alloc(0)
const weightOf = ({ parsed: { bodyText, bodyHtml } }: ReadMessage) =>
  1_000 + (bodyText?.length ?? 0) + (bodyHtml?.length ?? 0)

/**
 * Parses messages while the next are read from the network. A source is let go of as soon as it is parsed: its
 * attachments, which are most of it, are never held for longer.
 */
export function createParseStream({ bytes, parse, onBatch: onMuch, signal }: ParseStream) {
  const parsing: Promise<ReadMessage[]>[] = []
  let part: FetchedMessage[] = []
  let partWeight = 0
  let read: ReadMessage[] = []
  let weight = 0

  const collect = async () => {
    const more = (await parsing.shift()) ?? []
    read.push(...more)
    for (const one of more) weight += weightOf(one)
    if (weight < maxBatchWeight) return
    const gathered = read
    read = []
    weight = 0
    await onMuch(gathered)
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
    const begun = parsePart(part, release)
    // Whoever collects it hears of a failure; until then it must not end the process.
    begun.catch(() => undefined)
    parsing.push(begun)
    part = []
    partWeight = 0
  }

  return {
    async add(message: FetchedMessage): Promise<void> {
      part.push(message)
      partWeight += message.source.byteLength
      if (part.length >= partMessages || partWeight >= partBytes) await flush()
    },
    /** All that is left. */
    async rest(): Promise<ReadMessage[]> {
      await flush()
      while (parsing.length > 0) await collect()
      return read
    },
  }
}
