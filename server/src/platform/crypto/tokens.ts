import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** For sessions, invitations and links: 256 bits by default. */
export const newToken = (bytes = 32): string => randomBytes(bytes).toString('base64url')

/** A fast, unsalted hash is enough for a random token, as nobody can guess the input. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

export const sameHash = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b)

const lower = 'abcdefghijklmnopqrstuvwxyz0123456789'
const base62 = `${lower}ABCDEFGHIJKLMNOPQRSTUVWXYZ`
// randomInt is unbiased, unlike the remainder of a byte.
const pick = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

// 40 of 62 characters are 238 bits. Letters and digits only: a double click selects the whole key.
const secretLength = 40
const apiKeyPattern = /^(mw[a-z0-9]{6})_[A-Za-z0-9]{40}$/

export type ApiKey = { prefix: string; token: string; hash: Buffer }

/** mwk3x9q2_… : the prefix is shown in lists and finds the row, the hash of the whole token decides. */
export function newApiKey(): ApiKey {
  const prefix = `mw${pick(lower, 6)}`
  const token = `${prefix}_${pick(base62, secretLength)}`
  return { prefix, token, hash: hashToken(token) }
}

export function parseApiKey(token: string): { prefix: string; hash: Buffer } | undefined {
  const prefix = apiKeyPattern.exec(token)?.[1]
  return prefix === undefined ? undefined : { prefix, hash: hashToken(token) }
}
