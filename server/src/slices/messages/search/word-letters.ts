import type { SearchNode } from './search-node.ts'
import { lexemeOf } from './search-vector.ts'

// A thread keeps one letter for each word of its messages. Different words may share a letter: what the letters let
// through is looked at, what they hold back cannot match.

const firstLetter = 0x0800
// As far as the surrogates: each takes three bytes, so that a search for one never finds the end of another.
const letters = 0xd800 - firstLetter

/** FNV-1a. What it gives is stored: it must never change. */
function codeOf(lexeme: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < lexeme.length; i++) hash = Math.imul(hash ^ lexeme.charCodeAt(i), 0x01000193)
  return firstLetter + ((hash >>> 0) % letters)
}

export const letterOf = (lexeme: string) => String.fromCharCode(codeOf(lexeme))

export function lettersOf(lexemes: Iterable<string>): string {
  const codes: number[] = []
  for (const lexeme of lexemes) codes.push(codeOf(lexeme))
  return String.fromCharCode(...codes)
}

/** Letters that every thread with a match has; not all of them, where the query leaves a choice. */
export function neededLetters(node: SearchNode): string[] {
  if (node.kind === 'text') {
    const only = node.weights.length === 1 ? node.weights[0] : undefined
    // The last word of a prefix may be any that begins so.
    const whole = node.prefix ? node.words.slice(0, -1) : node.words
    return whole.map((word) => letterOf(lexemeOf(word, only)))
  }
  return node.kind === 'and' ? [...new Set(node.parts.flatMap(neededLetters))] : []
}
