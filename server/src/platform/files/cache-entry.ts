import { createHash } from 'node:crypto'

// Magic (4 bytes), when it was made (8, milliseconds), SHA-256 of the rest (32), the bytes. A rename without fsync may
// leave a file of the right length and the wrong content after a power cut: the hash tells.
const magic = Buffer.from('MWC1')
const headBytes = magic.length + 8 + 32

export const entrySize = (bytes: number) => headBytes + bytes

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** The head of a file that holds these bytes. */
export function entryHead(bytes: Uint8Array, now: number): Buffer {
  const made = Buffer.alloc(8)
  made.writeBigUInt64BE(BigInt(now))
  return Buffer.concat([magic, made, hashOf(bytes)])
}

/** The bytes of a file; undefined where it is damaged, or older than allowed. */
export function readEntry(file: Buffer, oldest: number): Buffer | undefined {
  if (file.length < headBytes || !file.subarray(0, 4).equals(magic)) return undefined
  if (Number(file.readBigUInt64BE(4)) < oldest) return undefined
  const bytes = file.subarray(headBytes)
  return hashOf(bytes).equals(file.subarray(12, headBytes)) ? bytes : undefined
}
