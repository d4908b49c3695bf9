import { createHash } from 'node:crypto'

// Magic (4 bytes), creation time (8, milliseconds), SHA-256 of the content (32), content. A rename without fsync may
// leave a file of the right length with the wrong content after a power cut: the hash detects it.
const magic = Buffer.from('MWC1')
const headerBytes = magic.length + 8 + 32

export const entrySize = (bytes: number) => headerBytes + bytes

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** The header of a cache file with this content. */
export function entryHeader(bytes: Uint8Array, now: number): Buffer {
  const createdAt = Buffer.alloc(8)
  createdAt.writeBigUInt64BE(BigInt(now))
  return Buffer.concat([magic, createdAt, hashOf(bytes)])
}

/** The content of a cache file; undefined if it is damaged or too old. */
export function readEntry(file: Buffer, minCreatedAt: number): Buffer | undefined {
  if (file.length < headerBytes || !file.subarray(0, 4).equals(magic)) return undefined
  if (Number(file.readBigUInt64BE(4)) < minCreatedAt) return undefined
  const bytes = file.subarray(headerBytes)
  return hashOf(bytes).equals(file.subarray(12, headerBytes)) ? bytes : undefined
}
