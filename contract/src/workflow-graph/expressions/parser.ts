import { failure } from './fault.ts'
import type { Token } from './lexer.ts'
import { messages } from './messages.ts'
import { callOf, postfix, primary } from './parse-primary.ts'
import {
  above,
  deeper,
  isSign,
  isWord,
  need,
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
// A pipe takes everything to its left, as it reads: a + b | round(2) rounds the sum.

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
// `not a == b` is not (a == b); `!a == b` is (!a) == b, as elsewhere.
const notRank = 3

const operatorAt = (token: Token) =>
  (token.type === 'sign' || token.type === 'name') && Object.hasOwn(operators, token.text)
    ? operators[token.text]
    : undefined

function unary(p: Parser): Node {
  const token = peek(p)
  const isNot = isWord(token, 'not')
  const kind = isSign(token, '-') ? 'negate' : isNot || isSign(token, '!') ? 'not' : undefined
  if (kind === undefined) return postfix(p, primary(p))
  take(p)
  const operand = deeper(p, (q) => (isNot ? climb(q, unary(q), notRank) : unary(q)))
  const place = span(p, token.at)
  return { kind, operand, ...place, height: above(place, [operand]) }
}

/** Precedence climbing: takes operators of at least this rank. */
function climb(p: Parser, first: Node, rank: number): Node {
  let left = first
  while (true) {
    const found = operatorAt(peek(p))
    if (found === undefined || found[0] < rank) return left
    take(p)
    const right = deeper(p, (q) => climb(q, unary(q), found[0] + 1))
    const place = span(p, left.at)
    left = { kind: 'binary', operator: found[1], left, right, ...place, height: above(place, [left, right]) }
  }
}

function pipeline(p: Parser): Node {
  let value = climb(p, unary(p), 1)
  while (takeSign(p, '|')) {
    const name = take(p)
    if (name.type !== 'name') throw unexpected(p, name)
    value = climb(p, postfix(p, callOf(p, name, value)), 1)
  }
  return value
}

function expression(p: Parser): Node {
  const test = pipeline(p)
  if (!takeSign(p, '?')) return test
  const yes = deeper(p, expression)
  need(p, ':')
  const no = deeper(p, expression)
  const place = span(p, test.at)
  return { kind: 'choice', test, yes, no, ...place, height: above(place, [test, yes, no]) }
}

/** The tree of one expression; throws an ExpressionFault. */
export function parseTokens(source: string, tokens: Token[]): Node {
  const p: Parser = { source, tokens, next: 0, depth: 0, locals: [], expression }
  if (peek(p).type === 'end') throw failure(peek(p), 'expression.syntax', messages.empty)
  const node = expression(p)
  if (peek(p).type !== 'end') throw unexpected(p, peek(p))
  return node
}
