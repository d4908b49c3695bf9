import { startRun } from './budget.ts'
import { ExpressionFault, failure } from './fault.ts'
import type { FunctionDefinition, Param } from './functions/define.ts'
import { functionNamed } from './functions/registry.ts'
import type { Token } from './lexer.ts'
import { messages } from './messages.ts'
import { expectSign, heightAbove, isSign, nested, type Parser, peek, span, takeSign } from './parser-state.ts'
import type { Node } from './syntax.ts'

/** The parameter names if a lambda starts here: `x =>` or `(x, i) =>`. */
function lambdaNames(p: Parser): { names: string[]; tokens: number } | undefined {
  if (peek(p).type === 'name' && isSign(peek(p, 1), '=>')) return { names: [peek(p).text], tokens: 2 }
  if (!isSign(peek(p), '(') || peek(p, 1).type !== 'name') return undefined
  if (isSign(peek(p, 2), ')') && isSign(peek(p, 3), '=>')) return { names: [peek(p, 1).text], tokens: 4 }
  const hasTwo = isSign(peek(p, 2), ',') && peek(p, 3).type === 'name' && isSign(peek(p, 4), ')')
  return hasTwo && isSign(peek(p, 5), '=>')
    ? { names: [peek(p, 1).text, peek(p, 3).text], tokens: 6 }
    : undefined
}

function parseArgument(p: Parser): Node {
  const lambda = lambdaNames(p)
  if (lambda === undefined) return p.expression(p)
  const { at } = peek(p)
  p.next += lambda.tokens
  const slot = p.locals.length
  p.locals.push(...lambda.names)
  const body = p.expression(p)
  p.locals.length = slot
  const place = span(p, at)
  return {
    kind: 'lambda',
    slot,
    params: lambda.names.length,
    body,
    ...place,
    height: heightAbove(place, [body]),
  }
}

function parseArguments(p: Parser): Node[] {
  const args: Node[] = []
  if (!takeSign(p, '(')) return args
  while (!takeSign(p, ')')) {
    if (args.length > 0) expectSign(p, ',')
    args.push(nested(p, parseArgument))
  }
  return args
}

const paramAt = ({ params, isRest }: FunctionDefinition, index: number): Param<unknown> | undefined =>
  params[index] ?? (isRest ? params.at(-1) : undefined)

/** Checks literal arguments (patterns, time zones, units) when parsing instead of during an execution. */
function checkLiteral(fn: FunctionDefinition, param: Param<unknown>, arg: Node) {
  if (arg.kind !== 'literal' || param.isLazy === true) return
  try {
    param.accept(arg.value, Object.assign(startRun({}, 10_000), { place: arg }), fn.name)
  } catch (error) {
    throw error instanceof ExpressionFault ? failure(arg, error.code, error.fault.message) : error
  }
}

function checkArguments(fn: FunctionDefinition, name: Token, args: Node[]) {
  const isCountValid = args.length >= fn.required && (fn.isRest || args.length <= fn.params.length)
  if (!isCountValid) throw failure(name, 'expression.arguments', messages.arguments(fn.signature))
  for (const [index, arg] of args.entries()) {
    const param = paramAt(fn, index)
    if (param === undefined || param.isLambda !== (arg.kind === 'lambda'))
      throw failure(arg, 'expression.arguments', messages.arguments(fn.signature))
    checkLiteral(fn, param, arg)
  }
}

/** `name(...)`; after a pipe also `name`, with the value before the pipe as first argument. */
export function parseCall(p: Parser, name: Token, piped?: Node): Node {
  const fn = functionNamed(name.text)
  if (fn === undefined)
    throw failure(name, 'expression.unknown_function', messages.unknownFunction(name.text))
  const given = parseArguments(p)
  const args = piped === undefined ? given : [piped, ...given]
  checkArguments(fn, name, args)
  const place = span(p, name.at)
  return { kind: 'call', name: name.text, args, ...place, height: heightAbove(place, args) }
}
