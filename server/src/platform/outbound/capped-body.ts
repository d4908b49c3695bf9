import { OutboundFailed } from './errors.ts'

/** Forwards a body until it exceeds the limit. Counts decompressed bytes, which stops decompression bombs. */
export function cappedBody(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  translate: (error: unknown) => Error,
  onEnd: () => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let receivedBytes = 0
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
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
        throw translate(error)
      }
    },
    async cancel(reason) {
      onEnd()
      await reader.cancel(reason)
    },
  })
}
