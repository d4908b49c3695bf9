import type { SearchNode } from './search-node.ts'
import { lexemeOf } from './search-vector.ts'

// The word filter of a thread: one character for the hash of each word of its messages. Words may share a character, so
// a hit must be verified, but a miss proves that the thread does not match.

const firstCode = 0x0800
// Up to the surrogates: each code takes three bytes in UTF-8, so that a byte search never matches across characters.
const codeCount = 0xd800 - firstCode

/** FNV-1a. Results are stored, so the function must never change. */
function codeOf(lexeme: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < lexeme.length; i++) hash = Math.imul(hash ^ lexeme.charCodeAt(i), 0x01000193)
  return firstCode + ((hash >>> 0) % codeCount)
}

export const hashChar = (lexeme: string) => String.fromCharCode(codeOf(lexeme))

export function hashChars(lexemes: Iterable<string>): string {
  const codes: number[] = []
  for (const lexeme of lexemes) codes.push(codeOf(lexeme))
  return String.fromCharCode(...codes)
}

/** Characters that the filter of every matching thread contains. Alternatives of a query contribute none. */
export function requiredHashChars(node: SearchNode): string[] {
  if (node.kind === 'text') {
    const only = node.weights.length === 1 ? node.weights[0] : undefined
    // The last word of a prefix is incomplete.
    const whole = node.prefix ? node.words.slice(0, -1) : node.words
    return whole.map((word) => hashChar(lexemeOf(word, only)))
  }
  return node.kind === 'and' ? [...new Set(node.parts.flatMap(requiredHashChars))] : []
}
