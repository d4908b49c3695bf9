import { backgroundTurn } from '../concurrency/background-turns.ts'
import { AppError, fault } from '../errors/app-error.ts'

// JSON.parse keeps the last of two equal keys, accepts any depth, and makes `__proto__` an own property: what one part of
// the system has checked may then differ from what another reads. So the text is checked as well.

const maxDepth = 100
const maxKeys = 10_000

const badRequest = (message: string) =>
  fault('request.bad_request', { details: { issues: [{ path: '', message }] } })

function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === 92) slashes++
    if (slashes % 2 === 0) return at
  }
  return text.length
}

/** How many properties the text has, equal keys included. */
function countProperties(text: string): number {
  let [count, depth] = [0, 0]
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 34:
        i = endOfString(text, i)
        break
      case 58:
        count++
        break
      case 123:
      case 91:
        if (++depth > maxDepth) throw badRequest(`The body is nested deeper than ${maxDepth} levels.`)
        break
      case 125:
      case 93:
        depth--
    }
  }
  return count
}

/** How many properties the value has: of equal keys in the text, one is left. */
function countKept(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  if (Array.isArray(value)) {
    for (const one of value) count += countKept(one)
    return count
  }
  const keys = Object.keys(value)
  if (keys.length > maxKeys) throw badRequest(`An object has more than ${maxKeys} keys.`)
  for (const key of keys) {
    if (key === '__proto__') throw badRequest('The key __proto__ is not allowed.')
    count += 1 + countKept((value as Record<string, unknown>)[key])
  }
  return count
}

function checkStructure(text: string, value: unknown) {
  const properties = countProperties(text)
  if (countKept(value) < properties) throw badRequest('An object contains the same key twice.')
}

// PostgreSQL rejects NUL in text, and lone surrogates in jsonb.
function clean(value: unknown): unknown {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw badRequest('Text must not contain NUL characters.')
    return value.toWellFormed()
  }
  if (Array.isArray(value)) return value.map(clean)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [String(clean(k)), clean(v)]))
  return value
}
const suspicious = /\\u(0000|d[89a-f])/i
const isClean = (text: string) => !(text.includes('\\') && suspicious.test(text))

/** A longer text takes milliseconds to read. */
export const maxQuickLength = 64 * 1024

export type JsonBody = {
  value: unknown
  /** What was sent, unless the value differs from it: the same as `JSON.stringify(value)` for whoever parses it. */
  text?: string
}

/** Reads a JSON body; a long one in the turns of long computations, those of `owner`. */
export async function parseJsonBody(text: string, owner = ''): Promise<JsonBody> {
  if (text === '') return { value: undefined }
  const isLong = text.length > maxQuickLength
  try {
    if (isLong) await backgroundTurn({ owner, isRequest: true })
    const value: unknown = JSON.parse(text)
    if (isLong) await backgroundTurn({ owner, isRequest: true })
    checkStructure(text, value)
    return isClean(text) ? { value, text } : { value: clean(value) }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw badRequest('The body is not valid JSON.')
  }
}
