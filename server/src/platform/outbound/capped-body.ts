import { OutboundFailed } from './errors.ts'

/** Passes a body on until it grows past the limit. It counts what was unpacked, so that no archive bomb fits. */
export function cappedBody(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  translate: (error: unknown) => Error,
  onEnd: () => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let seen = 0
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (done) {
          onEnd()
          return controller.close()
        }
        seen += value.byteLength
        if (seen > maxBytes)
          throw new OutboundFailed('too_large', `The answer is larger than ${maxBytes} bytes.`)
        controller.enqueue(value)
      } catch (error) {
        onEnd()
        // The connection ends with the reader: nobody will take the rest.
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
