import { defaultLimits, type Limits, type Run, type Scope, sourceLimits, startRun } from './budget.ts'
import { compile } from './compile.ts'
import type { Evaluate } from './compile-path.ts'
import { failure, type Parsed, parsed } from './fault.ts'
import { tokenize } from './lexer.ts'
import { messages } from './messages.ts'
import { parseTokens } from './parser.ts'
import type { Node } from './syntax.ts'
import { sizeOf } from './values.ts'

/** Parsed once, evaluated often. */
export type Expression = { readonly source: string; readonly node: Node; readonly evaluate: Evaluate }

export function parseExpression(source: string): Parsed<Expression> {
  return parsed(() => {
    if (source.length > sourceLimits.expression) {
      const message = messages.expressionTooLong(sourceLimits.expression)
      throw failure({ at: 0, length: source.length }, 'expression.too_long', message)
    }
    const node = parseTokens(source, tokenize(source, 0, false).tokens)
    return { source, node, evaluate: compile(node) }
  })
}

/** Refuses a result that is larger than allowed; `used` is what other parts of the same output already take. */
export function checkOutput(run: Run, value: unknown, most: number, used = 0): number {
  const size = used + sizeOf(run, value, most - used)
  if (!(size <= most)) throw failure(run.place, 'expression.too_large', messages.tooLarge(most))
  return size
}

/** The value; throws an ExpressionFault. Parts of the scope come back as they are: treat the result as read-only. */
export function evaluateExpression(
  expression: Expression,
  scope: Scope,
  limits: Partial<Limits> = {},
): unknown {
  const run = startRun(scope, limits.steps ?? defaultLimits.steps)
  const value = expression.evaluate(run) ?? null
  checkOutput(run, value, limits.output ?? defaultLimits.output)
  return value
}
