import { defaultLimits, type Limits, type Run, type Scope, sourceLimits, startRun } from './budget.ts'
import { compile } from './compile.ts'
import { checkOutput, type Expression } from './expression.ts'
import { failure, type Parsed, parsed } from './fault.ts'
import { tokenize } from './lexer.ts'
import { messages } from './messages.ts'
import { parseTokens } from './parser.ts'
import { toText } from './values.ts'

/** Text and expressions in turn. Places of faults and nodes count from the beginning of the whole template. */
export type Template = { readonly source: string; readonly parts: readonly (string | Expression)[] }

export const isTemplate = (text: string): boolean => text.includes('{{')

function partsOf(source: string): (string | Expression)[] {
  const parts: (string | Expression)[] = []
  let at = 0
  while (true) {
    const open = source.indexOf('{{', at)
    const text = source.slice(at, open < 0 ? undefined : open)
    if (text !== '') parts.push(text)
    if (open < 0) return parts
    const { tokens, end } = tokenize(source, open + 2, true)
    const node = parseTokens(source, tokens)
    parts.push({ source: source.slice(open + 2, end).trim(), node, evaluate: compile(node) })
    at = end + 2
  }
}

export function parseTemplate(source: string): Parsed<Template> {
  return parsed(() => {
    if (isTemplate(source) && source.length > sourceLimits.template) {
      const message = messages.templateTooLong(sourceLimits.template)
      throw failure({ at: 0, length: source.length }, 'expression.too_long', message)
    }
    return { source, parts: partsOf(source) }
  })
}

/** The value of a template within a run that may hold others. */
export function fill(
  { parts }: Template,
  run: Run,
  most: number,
  used = 0,
): { value: unknown; size: number } {
  const [only] = parts
  if (parts.length === 1 && typeof only === 'object') {
    const value = only.evaluate(run) ?? null
    run.place = only.node
    return { value, size: checkOutput(run, value, most, used) }
  }
  let value = ''
  for (const part of parts) {
    if (typeof part === 'string') {
      value += part
      continue
    }
    const result = part.evaluate(run)
    run.place = part.node
    value += typeof result === 'string' ? result : toText(run, result)
    checkOutput(run, value, most, used)
  }
  return { value, size: checkOutput(run, value, most, used) }
}

/**
 * A template that is one expression and nothing else gives its value as it is; any other gives a text. Throws an
 * ExpressionFault.
 */
export function evaluateTemplate(template: Template, scope: Scope, limits: Partial<Limits> = {}): unknown {
  const run = startRun(scope, limits.steps ?? defaultLimits.steps)
  return fill(template, run, limits.output ?? defaultLimits.output).value
}
