import { sourceLimits } from './budget.ts'
import { failure, type Place } from './fault.ts'
import type { Token } from './lexer.ts'
import { messages } from './messages.ts'
import type { Node } from './syntax.ts'

/** A parse in progress. `locals` are the parameters of the enclosing lambdas; `depth` is the current recursion. */
export type Parser = {
  readonly source: string
  readonly tokens: Token[]
  next: number
  depth: number
  locals: string[]
  /** Parses a whole expression. Passed in, since the rules are mutually recursive across files. */
  readonly expression: (parser: Parser) => Node
}

const last: Token = { type: 'end', text: '', at: 0, length: 0 }
export const peek = (p: Parser, ahead = 0): Token =>
  p.tokens[Math.min(p.next + ahead, p.tokens.length - 1)] ?? last

export function take(p: Parser): Token {
  const token = peek(p)
  p.next++
  return token
}

export const isSign = (token: Token, sign: string) => token.type === 'sign' && token.text === sign
export const isWord = (token: Token, word: string) => token.type === 'name' && token.text === word

export function takeSign(p: Parser, sign: string): boolean {
  if (!isSign(peek(p), sign)) return false
  p.next++
  return true
}

export function unexpected(p: Parser, token: Token) {
  if (token.type === 'end') return failure(token, 'expression.syntax', messages.unexpectedEnd)
  const found = p.source.slice(token.at, token.at + token.length)
  return failure(token, 'expression.syntax', messages.unexpected(found))
}

export function expectSign(p: Parser, sign: string): Token {
  const token = peek(p)
  if (!isSign(token, sign)) throw failure(token, 'expression.syntax', messages.expected(sign))
  return take(p)
}

const tooDeep = (place: Place) => failure(place, 'expression.too_deep', messages.tooDeep)

/** Bounds the recursion of the parser. */
export function nested<T>(p: Parser, parse: (p: Parser) => T): T {
  p.depth++
  if (p.depth > sourceLimits.depth) throw tooDeep(peek(p))
  const result = parse(p)
  p.depth--
  return result
}

/** The range from `at` to the end of the last taken token. */
export function span(p: Parser, at: number): Place {
  const token = p.tokens[p.next - 1] ?? last
  return { at, length: token.at + token.length - at }
}

/** One level above the highest node. Also bounds chains such as 1 + 1 + 1, which parse without recursion. */
export function heightAbove(place: Place, nodes: Node[]): number {
  const height = nodes.reduce((highest, node) => Math.max(highest, node.height), 0) + 1
  if (height > sourceLimits.depth) throw tooDeep(place)
  return height
}
