import { sourceLimits } from './budget.ts'
import { failure, type Place } from './fault.ts'
import { messages } from './messages.ts'

/** `text` is the unquoted content of a text, the name, or the sign. */
export type Token = Place & { type: 'number' | 'text' | 'name' | 'sign' | 'end'; text: string }

// Constant, sticky patterns: none is built from user input.
const spaces = /\s*/uy
const numbers = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const names = /[\p{L}_$][\p{L}\p{M}\p{N}_$]*/uy
const signs = /=>|==|!=|<=|>=|&&|\|\||\?\?|\?\.|[-+*/%<>!?:.,|()[\]{}]/y

const matchAt = (pattern: RegExp, source: string, at: number): string => {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0] ?? ''
}

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', '\\': '\\', '"': '"', "'": "'" }

/** Unknown escapes are kept as they are, so that "\d+" can be used as a pattern. */
function resolveEscapes(body: string): string {
  return body.replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (all, hex?: string, sign?: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
    return sign !== undefined && Object.hasOwn(escapes, sign) ? (escapes[sign] ?? all) : all
  })
}

function textAt(source: string, at: number): Token {
  const quote = source[at]
  let end = at + 1
  while (end < source.length && source[end] !== quote) end += source[end] === '\\' ? 2 : 1
  if (end >= source.length) throw failure({ at, length: 1 }, 'expression.unclosed', messages.unclosedText)
  return { type: 'text', text: resolveEscapes(source.slice(at + 1, end)), at, length: end + 1 - at }
}

function tokenAt(source: string, at: number): Token {
  const first = source[at]
  if (first === '"' || first === "'") return textAt(source, at)
  for (const [type, pattern] of kinds) {
    const text = matchAt(pattern, source, at)
    if (text !== '') return { type, text, at, length: text.length }
  }
  if (first === '=') throw failure({ at, length: 1 }, 'expression.syntax', messages.assignment)
  const found = String.fromCodePoint(source.codePointAt(at) ?? 0)
  throw failure({ at, length: found.length }, 'expression.syntax', messages.unexpected(found))
}

const kinds: ['name' | 'number' | 'sign', RegExp][] = [
  ['name', names],
  ['number', numbers],
  ['sign', signs],
]

/** The tokens from `start` on. In a template they end at `end`, before the }} that closes no record. */
export function tokenize(
  source: string,
  start: number,
  inTemplate: boolean,
): { tokens: Token[]; end: number } {
  const tokens: Token[] = []
  let at = start
  let braces = 0
  while (true) {
    at += matchAt(spaces, source, at).length
    if (at - start > sourceLimits.expression) {
      const place = { at: start, length: at - start }
      throw failure(place, 'expression.too_long', messages.expressionTooLong(sourceLimits.expression))
    }
    const closed = inTemplate && braces === 0 && source.startsWith('}}', at)
    if (closed || at >= source.length) {
      if (inTemplate && !closed)
        throw failure({ at: start - 2, length: 2 }, 'expression.unclosed', messages.unclosedTemplate)
      tokens.push({ type: 'end', text: '', at, length: 0 })
      return { tokens, end: at }
    }
    const token = tokenAt(source, at)
    if (token.type === 'sign' && token.text === '{') braces++
    if (token.type === 'sign' && token.text === '}') braces--
    tokens.push(token)
    at += token.length
  }
}
