const cr = 13
const lf = 10
const dot = 46
const blockBytes = 64 * 1024

/** Ends the mail. Kept apart from the body: it is the one moment at which a mail may have been sent. */
export const endOfData = '\r\n.\r\n'

/**
 * The mail as DATA wants it, without its last line end, which is the first half of `endOfData`.
 *
 * Every line end becomes CRLF, bare CR and LF too: a server that takes one of them for a line end would see
 * `\n.\n` as the end of the mail, and the rest as commands (SMTP smuggling; RFC 5321 2.3.8). A dot that begins
 * a line is doubled (RFC 5321 4.5.2).
 */
export function* dataBody(source: Buffer): Generator<Buffer> {
  let isLineStart = true
  let owesLineEnd = false
  let wasCr = false
  for (let from = 0; from < source.length; from += blockBytes) {
    const block = source.subarray(from, from + blockBytes)
    // A byte becomes two at most, and the first may find a line end owed.
    const out = Buffer.allocUnsafe(block.length * 2 + 4)
    let size = 0
    for (const byte of block) {
      const isSecondHalf = byte === lf && wasCr
      wasCr = byte === cr
      if (isSecondHalf) continue
      if (owesLineEnd) {
        out[size++] = cr
        out[size++] = lf
        owesLineEnd = false
        isLineStart = true
      }
      if (byte === cr || byte === lf) {
        owesLineEnd = true
        continue
      }
      if (byte === dot && isLineStart) out[size++] = dot
      out[size++] = byte
      isLineStart = false
    }
    yield out.subarray(0, size)
  }
}
