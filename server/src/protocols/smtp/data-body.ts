const cr = 13
const lf = 10
const dot = 46
const blockBytes = 64 * 1024

/** Ends the message. Separate from the body: only after it can the message have been sent. */
export const endOfData = '\r\n.\r\n'

/**
 * Encodes the message for DATA, without its last line end, which is the first half of `endOfData`.
 *
 * Every line end becomes CRLF, bare CR and LF included: a server that treats one of them as a line end would read
 * `\n.\n` as the end of the message and the rest as commands (SMTP smuggling; RFC 5321 2.3.8). A dot at the start of
 * a line is doubled (RFC 5321 4.5.2).
 */
export function* dataBody(source: Buffer): Generator<Buffer> {
  let isLineStart = true
  let hasPendingLineEnd = false
  let wasCr = false
  for (let from = 0; from < source.length; from += blockBytes) {
    const block = source.subarray(from, from + blockBytes)
    // A byte expands to two at most, and the first may be preceded by a pending line end.
    const out = Buffer.allocUnsafe(block.length * 2 + 4)
    let size = 0
    for (const byte of block) {
      const isSecondHalf = byte === lf && wasCr
      wasCr = byte === cr
      if (isSecondHalf) continue
      if (hasPendingLineEnd) {
        out[size++] = cr
        out[size++] = lf
        hasPendingLineEnd = false
        isLineStart = true
      }
      if (byte === cr || byte === lf) {
        hasPendingLineEnd = true
        continue
      }
      if (byte === dot && isLineStart) out[size++] = dot
      out[size++] = byte
      isLineStart = false
    }
    yield out.subarray(0, size)
  }
}
