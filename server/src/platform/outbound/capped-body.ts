import { OutboundFailed } from './errors.ts'

type Options = {
  maxBytes: number
  translate(error: unknown): Error
  /** Called for each piece, and at the end. */
  onRead?: (() => void) | undefined
  onError?: ((error: Error) => void) | undefined
  onEnd(): void
}

/** Forwards a body until it exceeds the limit. Counts decompressed bytes, which stops decompression bombs. */
export function cappedBody(body: ReadableStream<Uint8Array>, options: Options): ReadableStream<Uint8Array> {
  const { maxBytes, translate, onRead, onError, onEnd } = options
  const reader = body.getReader()
  let receivedBytes = 0
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        onRead?.()
        if (done) {
          onEnd()
          return controller.close()
        }
        receivedBytes += value.byteLength
        if (receivedBytes > maxBytes)
          throw new OutboundFailed('too_large', `The response is larger than ${maxBytes} bytes.`)
        controller.enqueue(value)
      } catch (error) {
        onEnd()
        // Close the connection with the reader: nobody will read the rest.
        reader.cancel(error).catch(() => {})
        const failure = translate(error)
        onError?.(failure)
        throw failure
      }
    },
    async cancel(reason) {
      onEnd()
      await reader.cancel(reason)
    },
  })
}
