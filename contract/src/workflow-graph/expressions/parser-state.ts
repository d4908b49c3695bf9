import { sourceLimits } from './budget.ts'
import { failure, type Place } from './fault.ts'
import type { Token } from './lexer.ts'
import { messages } from './messages.ts'
import type { Node } from './syntax.ts'

/** A parse under way. `locals` are the names that lambdas around this place gave; `depth` is how deep it went. */
export type Parser = {
  readonly source: string
  readonly tokens: Token[]
  next: number
  depth: number
  locals: string[]
  /** A whole expression: the rules below the operators need it, and it needs them. */
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

export function need(p: Parser, sign: string): Token {
  const token = peek(p)
  if (!isSign(token, sign)) throw failure(token, 'expression.syntax', messages.expected(sign))
  return take(p)
}

const tooDeep = (place: Place) => failure(place, 'expression.too_deep', messages.tooDeep)

/** Bounds the recursion of the parser itself. */
export function deeper<T>(p: Parser, parse: (p: Parser) => T): T {
  p.depth++
  if (p.depth > sourceLimits.depth) throw tooDeep(peek(p))
  const result = parse(p)
  p.depth--
  return result
}

/** From one place to the end of the token that was taken last. */
export function span(p: Parser, at: number): Place {
  const token = p.tokens[p.next - 1] ?? last
  return { at, length: token.at + token.length - at }
}

/** One level above the highest of these; bounds chains such as 1 + 1 + 1 too, which need no recursion to parse. */
export function above(place: Place, nodes: Node[]): number {
  const height = nodes.reduce((most, node) => Math.max(most, node.height), 0) + 1
  if (height > sourceLimits.depth) throw tooDeep(place)
  return height
}
