import { failure } from './fault.ts'
import type { Token } from './lexer.ts'
import { messages } from './messages.ts'
import { parseCall, parsePostfix, parsePrimary } from './parse-primary.ts'
import {
  expectSign,
  heightAbove,
  isSign,
  isWord,
  nested,
  type Parser,
  peek,
  span,
  take,
  takeSign,
  unexpected,
} from './parser-state.ts'
import type { BinaryOperator, Node } from './syntax.ts'

// expression = pipeline [ '?' expression ':' expression ]
// pipeline   = operators { '|' name [ '(' arguments ')' ] { operator operators } }
// A pipe applies to everything on its left: a + b | round(2) rounds the sum.

const operators: Record<string, [rank: number, operator: BinaryOperator]> = {
  or: [1, 'or'],
  '||': [1, 'or'],
  and: [2, 'and'],
  '&&': [2, 'and'],
  '==': [4, '=='],
  '!=': [4, '!='],
  '<': [5, '<'],
  '<=': [5, '<='],
  '>': [5, '>'],
  '>=': [5, '>='],
  in: [5, 'in'],
  '??': [6, '??'],
  '+': [7, '+'],
  '-': [7, '-'],
  '*': [8, '*'],
  '/': [8, '/'],
  '%': [8, '%'],
}
// `not a == b` means not (a == b); `!a == b` means (!a) == b, as in other languages.
const notRank = 3

const operatorAt = (token: Token) =>
  (token.type === 'sign' || token.type === 'name') && Object.hasOwn(operators, token.text)
    ? operators[token.text]
    : undefined

function parseUnary(p: Parser): Node {
  const token = peek(p)
  const isNot = isWord(token, 'not')
  const kind = isSign(token, '-') ? 'negate' : isNot || isSign(token, '!') ? 'not' : undefined
  if (kind === undefined) return parsePostfix(p, parsePrimary(p))
  take(p)
  const operand = nested(p, (q) => (isNot ? parseBinary(q, parseUnary(q), notRank) : parseUnary(q)))
  const place = span(p, token.at)
  return { kind, operand, ...place, height: heightAbove(place, [operand]) }
}

/** Precedence climbing: consumes operators of at least this rank. */
function parseBinary(p: Parser, first: Node, rank: number): Node {
  let left = first
  while (true) {
    const found = operatorAt(peek(p))
    if (found === undefined || found[0] < rank) return left
    take(p)
    const right = nested(p, (q) => parseBinary(q, parseUnary(q), found[0] + 1))
    const place = span(p, left.at)
    left = {
      kind: 'binary',
      operator: found[1],
      left,
      right,
      ...place,
      height: heightAbove(place, [left, right]),
    }
  }
}

function parsePipeline(p: Parser): Node {
  let value = parseBinary(p, parseUnary(p), 1)
  while (takeSign(p, '|')) {
    const name = take(p)
    if (name.type !== 'name') throw unexpected(p, name)
    value = parseBinary(p, parsePostfix(p, parseCall(p, name, value)), 1)
  }
  return value
}

function expression(p: Parser): Node {
  const test = parsePipeline(p)
  if (!takeSign(p, '?')) return test
  const yes = nested(p, expression)
  expectSign(p, ':')
  const no = nested(p, expression)
  const place = span(p, test.at)
  return { kind: 'choice', test, yes, no, ...place, height: heightAbove(place, [test, yes, no]) }
}

/** Parses one expression; throws an ExpressionFault. */
export function parseTokens(source: string, tokens: Token[]): Node {
  const p: Parser = { source, tokens, next: 0, depth: 0, locals: [], expression }
  if (peek(p).type === 'end') throw failure(peek(p), 'expression.syntax', messages.empty)
  const node = expression(p)
  if (peek(p).type !== 'end') throw unexpected(p, peek(p))
  return node
}
