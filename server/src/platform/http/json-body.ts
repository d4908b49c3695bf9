import { backgroundTurn } from '../concurrency/background-turns.ts'
import { AppError, fault } from '../errors/app-error.ts'

// JSON.parse keeps the last of two equal keys, accepts any depth, and makes `__proto__` an own property: what one part of
// the system has checked may then differ from what another reads. So the text is checked as well.

const maxDepth = 100
const maxKeys = 10_000

const badRequest = (message: string) =>
  fault('request.bad_request', { details: { issues: [{ path: '', message }] } })

type Level = { keys: Set<string> | undefined; expectKey: boolean }

function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === 92) slashes++
    if (slashes % 2 === 0) return at
  }
  return text.length
}

function checkKey(level: Level, raw: string) {
  const key = raw.includes('\\') ? String(JSON.parse(`"${raw}"`)) : raw
  if (key === '__proto__') throw badRequest('The key __proto__ is not allowed.')
  if (level.keys?.has(key)) throw badRequest('An object contains the same key twice.')
  level.keys?.add(key)
  if ((level.keys?.size ?? 0) > maxKeys) throw badRequest(`An object has more than ${maxKeys} keys.`)
}

function checkStructure(text: string) {
  const levels: Level[] = []
  for (let i = 0; i < text.length; i++) {
    const level = levels.at(-1)
    switch (text.charCodeAt(i)) {
      case 34: {
        const end = endOfString(text, i)
        if (level?.expectKey) {
          checkKey(level, text.slice(i + 1, end))
          level.expectKey = false
        }
        i = end
        break
      }
      case 123:
        levels.push({ keys: new Set(), expectKey: true })
        break
      case 91:
        levels.push({ keys: undefined, expectKey: false })
        break
      case 44:
        if (level?.keys) level.expectKey = true
        break
      case 125:
      case 93:
        levels.pop()
    }
    if (levels.length > maxDepth) throw badRequest(`The body is nested deeper than ${maxDepth} levels.`)
  }
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

/** A longer text takes milliseconds to read. */
export const maxQuickLength = 64 * 1024

/** Reads a JSON body; a long one in the turns of long computations, those of `owner`. */
export async function parseJsonBody(text: string, owner = ''): Promise<unknown> {
  if (text === '') return undefined
  const isLong = text.length > maxQuickLength
  try {
    if (isLong) await backgroundTurn({ owner, isRequest: true })
    const value: unknown = JSON.parse(text)
    if (isLong) await backgroundTurn({ owner, isRequest: true })
    checkStructure(text)
    return suspicious.test(text) ? clean(value) : value
  } catch (error) {
    if (error instanceof AppError) throw error
    throw badRequest('The body is not valid JSON.')
  }
}
