import {
  ExpressionFault,
  evaluateTemplate,
  type Fault,
  isTemplate,
  parseTemplate,
} from '@mailwright/contract/workflow-graph/expressions/index'

export type Scope = Readonly<Record<string, unknown>>

export type Result =
  | { kind: 'none' }
  | { kind: 'fault'; fault: Fault }
  /** It cannot be told yet: the value comes from a step that has not run. */
  | { kind: 'unknown'; fault: Fault }
  | { kind: 'value'; value: unknown }

/** What a text would become on the chosen mail: by the same parser and evaluator as in a run. */
export function evaluate(source: string, scope: Scope | undefined): Result {
  if (!isTemplate(source)) return { kind: 'none' }
  const parsed = parseTemplate(source)
  if (!parsed.ok) return { kind: 'fault', fault: parsed.fault }
  if (!scope) return { kind: 'none' }
  try {
    return { kind: 'value', value: evaluateTemplate(parsed.value, scope) }
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error
    const isUnknown = error.code === 'expression.missing'
    return { kind: isUnknown ? 'unknown' : 'fault', fault: error.fault }
  }
}

const maxShown = 300

export function shownValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text
}
