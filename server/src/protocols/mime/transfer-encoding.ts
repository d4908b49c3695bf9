const equals = 0x3d
const lf = 0x0a
const cr = 0x0d

/** 1 for a byte of the base64 alphabet. */
const alphabet = new Uint8Array(256)
for (const c of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
  alphabet[c.charCodeAt(0)] = 1

const chunkBytes = 1024 * 1024

/** The decoded size of base64 without decoding it, which is enough for a list of attachments. */
function base64Size(bytes: Buffer): number {
  let size = 0
  let unit = 0
  for (let i = 0; i < bytes.length; i++) {
    const c = bytes[i] as number
    if (alphabet[c] === 1) unit++
    else if (c === equals) {
      size += Math.floor((unit * 3) / 4)
      unit = 0
    }
  }
  return size + Math.floor((unit * 3) / 4)
}

// Some mailers pad every line, and Node stops at the first padding, so each padded unit is decoded separately.
// Works in chunks, since one string of 100 MB would count against the memory limit of the worker.
function decodeBase64(bytes: Buffer): Buffer {
  const out = Buffer.allocUnsafeSlow(base64Size(bytes))
  const clean = Buffer.allocUnsafe(Math.min(chunkBytes, bytes.length))
  let filled = 0
  let written = 0
  const flush = () => {
    written += out.write(clean.toString('latin1', 0, filled), written, 'base64')
    filled = 0
  }
  for (let i = 0; i < bytes.length; i++) {
    const c = bytes[i] as number
    if (alphabet[c] === 1) {
      clean[filled++] = c
      if (filled === clean.length) flush()
    } else if (c === equals && filled > 0) flush()
  }
  if (filled > 0) flush()
  return out.subarray(0, written)
}

const hex = new Int8Array(256).fill(-1)
for (let i = 0; i < 16; i++) {
  hex['0123456789abcdef'.charCodeAt(i)] = i
  hex['0123456789ABCDEF'.charCodeAt(i)] = i
}

/** The end of the soft line break that starts at the `=` at `at`, or -1. White space may follow (RFC 2045 6.7). */
function softBreak(bytes: Buffer, at: number): number {
  let i = at + 1
  while (bytes[i] === 0x20 || bytes[i] === 0x09) i++
  if (bytes[i] === cr) return bytes[i + 1] === lf ? i + 2 : i + 1
  if (i >= bytes.length) return bytes.length
  return bytes[i] === lf ? i + 1 : -1
}

// Byte by byte: a line has few bytes between two escapes, and each call of `indexOf` and `copy` costs more than those.
function decodeQuotedPrintable(bytes: Buffer): Buffer {
  let at = bytes.indexOf(equals)
  if (at < 0) return bytes
  const out = Buffer.allocUnsafe(bytes.length)
  bytes.copy(out, 0, 0, at)
  let written = at
  while (at < bytes.length) {
    const byte = bytes[at] as number
    if (byte !== equals) {
      out[written++] = byte
      at++
      continue
    }
    const high = at + 2 < bytes.length ? (hex[bytes[at + 1] as number] as number) : -1
    const low = high < 0 ? -1 : (hex[bytes[at + 2] as number] as number)
    if (low >= 0) {
      out[written++] = (high << 4) | low
      at += 3
      continue
    }
    const end = softBreak(bytes, at)
    if (end < 0) out[written++] = equals
    at = end < 0 ? at + 1 : end
  }
  return out.subarray(0, written)
}

/** `base64`, also as `(comment) "Base64"`. */
export const encodingOf = (field: string | undefined) =>
  field === undefined ? '' : (/[\w-]+/.exec(field.replace(/\([^()]*\)/g, '').toLowerCase())?.[0] ?? '')

export function decodeTransfer(bytes: Buffer, encoding: string): Buffer {
  if (encoding === 'base64') return decodeBase64(bytes)
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(bytes)
  return bytes
}

export function decodedSize(bytes: Buffer, encoding: string): number {
  if (encoding === 'base64') return base64Size(bytes)
  return encoding === 'quoted-printable' ? decodeQuotedPrintable(bytes).length : bytes.length
}
