import { defaultLimits, type Limits, type Run, type Scope, sourceLimits, startRun } from './budget.ts'
import { compile } from './compile.ts'
import { checkOutput, type Expression } from './expression.ts'
import { failure, type Parsed, tryParse } from './fault.ts'
import type { Inserts } from './languages/language.ts'
import { tokenize } from './lexer.ts'
import { messages } from './messages.ts'
import { parseTokens } from './parser.ts'
import { toText } from './values.ts'

/** Alternating text and expressions. Places of faults and nodes are offsets into the whole template. */
export type Template = { readonly source: string; readonly parts: readonly (string | Expression)[] }

export const isTemplate = (text: string): boolean => text.includes('{{')

function parseParts(source: string): (string | Expression)[] {
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
  return tryParse(() => {
    if (isTemplate(source) && source.length > sourceLimits.template) {
      const message = messages.templateTooLong(sourceLimits.template)
      throw failure({ at: 0, length: source.length }, 'expression.too_long', message)
    }
    return { source, parts: parseParts(source) }
  })
}

type Output = { max: number; used: number; inserts?: Inserts | undefined }

/** Evaluates a template as part of a larger evaluation; `inserts` escape the values for the language of the field. */
export function renderTemplate(
  { parts }: Template,
  run: Run,
  { max, used, inserts }: Output,
): { value: unknown; size: number } {
  const [only] = parts
  if (parts.length === 1 && typeof only === 'object' && !inserts?.escapesWhole) {
    const value = only.evaluate(run) ?? null
    run.place = only.node
    return { value, size: checkOutput(run, value, max, used) }
  }
  let value = ''
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]
    if (typeof part !== 'object') {
      value += part ?? ''
      continue
    }
    const result = part.evaluate(run)
    run.place = part.node
    value += (inserts?.parts[i] ?? toText)(run, result)
    checkOutput(run, value, max, used)
  }
  return { value, size: checkOutput(run, value, max, used) }
}

/** A template of a single expression gives its value; any other gives a text. Throws an ExpressionFault. */
export function evaluateTemplate(template: Template, scope: Scope, limits: Partial<Limits> = {}): unknown {
  const run = startRun(scope, limits.steps ?? defaultLimits.steps)
  return renderTemplate(template, run, { max: limits.output ?? defaultLimits.output, used: 0 }).value
}
