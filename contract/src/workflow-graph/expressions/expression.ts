import { defaultLimits, type Limits, type Run, type Scope, sourceLimits, startRun } from './budget.ts'
import { compile } from './compile.ts'
import type { Evaluate } from './compile-path.ts'
import { failure, type Parsed, tryParse } from './fault.ts'
import { tokenize } from './lexer.ts'
import { messages } from './messages.ts'
import { parseTokens } from './parser.ts'
import type { Node } from './syntax.ts'
import { sizeOf } from './values.ts'

export type Expression = { readonly source: string; readonly node: Node; readonly evaluate: Evaluate }

export function parseExpression(source: string): Parsed<Expression> {
  return tryParse(() => {
    if (source.length > sourceLimits.expression) {
      const message = messages.expressionTooLong(sourceLimits.expression)
      throw failure({ at: 0, length: source.length }, 'expression.too_long', message)
    }
    const node = parseTokens(source, tokenize(source, 0, false).tokens)
    return { source, node, evaluate: compile(node) }
  })
}

/** Rejects a result that is too large; `used` is the size of other parts of the same output. */
export function checkOutput(run: Run, value: unknown, max: number, used = 0): number {
  const size = used + sizeOf(run, value, max - used)
  if (!(size <= max)) throw failure(run.place, 'expression.too_large', messages.tooLarge(max))
  return size
}

/** Throws an ExpressionFault. The result may share parts of the scope: treat it as read-only. */
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
