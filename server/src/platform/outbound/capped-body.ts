import { OutboundFailed } from './errors.ts'

export type BodyOptions = {
  maxBytes: number
  translate(error: unknown): Error
  /** Called for each piece, and at the end. */
  onRead?: (() => void) | undefined
  onError?: ((error: Error) => void) | undefined
  onEnd(): void
}

const tooLarge = (maxBytes: number) =>
  new OutboundFailed('too_large', `The response is larger than ${maxBytes} bytes.`)

/** Reads a body to its end, up to the limit. */
export async function wholeBody(body: AsyncIterable<Uint8Array>, options: BodyOptions): Promise<Uint8Array> {
  const { maxBytes, translate, onEnd } = options
  const pieces: Uint8Array[] = []
  let receivedBytes = 0
  try {
    for await (const piece of body) {
      receivedBytes += piece.byteLength
      if (receivedBytes > maxBytes) throw tooLarge(maxBytes)
      pieces.push(piece)
    }
    return Buffer.concat(pieces)
  } catch (error) {
    throw translate(error)
  } finally {
    onEnd()
  }
}

/** Forwards a body until it exceeds the limit. Counts decompressed bytes, which stops decompression bombs. */
export function cappedBody(
  body: AsyncIterable<Uint8Array>,
  options: BodyOptions,
): ReadableStream<Uint8Array> {
  const { maxBytes, translate, onRead, onError, onEnd } = options
  const pieces = body[Symbol.asyncIterator]()
  let receivedBytes = 0
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next()
        onRead?.()
        if (done) {
          onEnd()
          return controller.close()
        }
        receivedBytes += value.byteLength
        if (receivedBytes > maxBytes) throw tooLarge(maxBytes)
        controller.enqueue(value)
      } catch (error) {
        onEnd()
        // Closes the connection: nobody will read the rest.
        pieces.return?.().catch(() => {})
        const failure = translate(error)
        onError?.(failure)
        throw failure
      }
    },
    async cancel() {
      onEnd()
      await pieces.return?.()
    },
  })
}
