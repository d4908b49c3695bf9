import { failure } from './fault.ts'
import { functionNamed } from './functions/registry.ts'
import type { Token } from './lexer.ts'
import { messages } from './messages.ts'
import { parseCall } from './parse-call.ts'
import {
  expectSign,
  heightAbove,
  isSign,
  nested,
  type Parser,
  peek,
  span,
  take,
  takeSign,
  unexpected,
} from './parser-state.ts'
import { type Base, type Key, type Node, roots } from './syntax.ts'
import { isForbidden } from './values.ts'

export { parseCall }

const literals: Record<string, true | false | null> = { true: true, false: false, null: null }
const operatorWords = ['and', 'or', 'not', 'in']

function rejectForbidden(key: string, token: Token) {
  if (isForbidden(key)) throw failure(token, 'expression.forbidden', messages.forbidden(key))
}

function parseList(p: Parser, open: Token): Node {
  const items: Node[] = []
  while (!takeSign(p, ']')) {
    if (items.length > 0) expectSign(p, ',')
    if (takeSign(p, ']')) break
    items.push(nested(p, p.expression))
  }
  const place = span(p, open.at)
  return { kind: 'list', items, ...place, height: heightAbove(place, items) }
}

function parseRecord(p: Parser, open: Token): Node {
  const fields: [string, Node][] = []
  while (!takeSign(p, '}')) {
    if (fields.length > 0) expectSign(p, ',')
    if (takeSign(p, '}')) break
    const key = take(p)
    if (key.type !== 'name' && key.type !== 'text') throw unexpected(p, key)
    rejectForbidden(key.text, key)
    expectSign(p, ':')
    fields.push([key.text, nested(p, p.expression)])
  }
  const place = span(p, open.at)
  return {
    kind: 'record',
    fields,
    ...place,
    height: heightAbove(
      place,
      fields.map(([, value]) => value),
    ),
  }
}

function rootFault(p: Parser, name: Token) {
  if (functionNamed(name.text) !== undefined)
    return failure(name, 'expression.unknown_function', messages.functionWithoutCall(name.text))
  const message =
    p.source[name.at - 1] === '-' && /[\p{L}\p{N}_]/u.test(p.source[name.at - 2] ?? '')
      ? messages.hyphenName(name.text)
      : messages.unknownRoot(name.text, roots)
  return failure(name, 'expression.unknown_root', message)
}

function parseName(p: Parser, name: Token): Node {
  const place = { at: name.at, length: name.length, height: 1 }
  if (Object.hasOwn(literals, name.text))
    return { kind: 'literal', value: literals[name.text] ?? null, ...place }
  if (operatorWords.includes(name.text)) throw unexpected(p, name)
  if (isSign(peek(p), '(')) return parseCall(p, name)
  const slot = p.locals.lastIndexOf(name.text)
  if (slot < 0 && !roots.some((root) => root === name.text)) throw rootFault(p, name)
  const base: Base = slot < 0 ? { kind: 'root', name: name.text } : { kind: 'local', name: name.text, slot }
  return { kind: 'path', base, keys: [], softFrom: 0, ...place }
}

export function parsePrimary(p: Parser): Node {
  const token = take(p)
  const place = { at: token.at, length: token.length, height: 1 }
  if (token.type === 'name') return parseName(p, token)
  if (token.type === 'text') return { kind: 'literal', value: token.text, ...place }
  if (token.type === 'number') {
    const value = Number(token.text)
    if (!Number.isFinite(value)) throw failure(token, 'expression.math', messages.notFinite)
    return { kind: 'literal', value, ...place }
  }
  if (isSign(token, '[')) return parseList(p, token)
  if (isSign(token, '{')) return parseRecord(p, token)
  if (!isSign(token, '(')) throw unexpected(p, token)
  const inner = nested(p, p.expression)
  expectSign(p, ')')
  return inner
}

/** Tells `a?` (may be missing) from `a ? b : c`: it is the former unless a value can start after it. */
function marksOptional(p: Parser): boolean {
  const mark = peek(p)
  const next = peek(p, 1)
  if (next.type === 'end') return true
  if (next.type === 'name') return operatorWords.includes(next.text) && next.text !== 'not'
  if (isSign(next, '[')) {
    const before = p.tokens[p.next - 1]
    return before !== undefined && before.at + before.length === mark.at && next.at === mark.at + 1
  }
  return next.type === 'sign' && !['(', '{', '-', '!'].includes(next.text)
}

function bracketKey(p: Parser, open: Token): Key {
  const computed = nested(p, p.expression)
  expectSign(p, ']')
  const place = span(p, open.at)
  if (computed.kind === 'literal' && typeof computed.value === 'string')
    rejectForbidden(computed.value, { ...place, type: 'text', text: '' })
  if (computed.kind === 'literal' && typeof computed.value === 'string')
    return { literal: computed.value, ...place }
  return computed.kind === 'literal' && typeof computed.value === 'number'
    ? { literal: computed.value, ...place }
    : { computed, ...place }
}

function nameKey(p: Parser): Key {
  const key = take(p)
  if (key.type !== 'name') throw unexpected(p, key)
  rejectForbidden(key.text, key)
  return { literal: key.text, at: key.at, length: key.length }
}

/** Parses what may follow a value: .key ?.key [key] ?.[key] ?[key] ? */
export function parsePostfix(p: Parser, start: Node): Node {
  const keys: Key[] = []
  let softFrom: number | undefined
  while (true) {
    const token = peek(p)
    if (takeSign(p, '.')) keys.push(nameKey(p))
    else if (takeSign(p, '[')) keys.push(bracketKey(p, token))
    else if (takeSign(p, '?.')) {
      softFrom ??= keys.length - 1
      const open = peek(p)
      keys.push(takeSign(p, '[') ? bracketKey(p, open) : nameKey(p))
    } else if (isSign(token, '?') && marksOptional(p)) {
      take(p)
      softFrom ??= keys.length - 1
    } else break
  }
  if (keys.length === 0 && softFrom === undefined) return start
  const place = span(p, start.at)
  const computed = keys.flatMap((key) => ('computed' in key ? [key.computed] : []))
  const isBare = start.kind === 'path' && start.base.kind !== 'value' && start.keys.length === 0
  const base: Base = isBare ? start.base : { kind: 'value', node: start }
  const height = heightAbove(place, [start, ...computed])
  return { kind: 'path', base, keys, softFrom: softFrom ?? keys.length, ...place, height }
}
