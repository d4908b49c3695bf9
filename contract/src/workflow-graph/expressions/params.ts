import { defaultLimits, type Limits, type Run, type Scope, startRun } from './budget.ts'
import { ExpressionFault, type Fault, type JsonPath } from './fault.ts'
import { messages } from './messages.ts'
import { type Reference, referencesOf } from './references.ts'
import { isTemplate, parseTemplate, renderTemplate, type Template } from './template.ts'
import { copyOf, isForbidden, isList } from './values.ts'

/** How to render one place of the params. Values without templates have no plan and are passed on unchanged. */
type Plan =
  | { kind: 'template'; template: Template; path: JsonPath }
  | { kind: 'list'; source: unknown[]; parts: [index: number, plan: Plan][] }
  | { kind: 'record'; source: object; parts: [key: string, plan: Plan][] }

export type ParamFault = Fault & { path: JsonPath }
export type ParamReference = Reference & { field: JsonPath }
export type CompiledParams = {
  readonly source: unknown
  readonly plan: Plan | undefined
  readonly faults: readonly ParamFault[]
}

const paramLimits = { depth: 100, values: 100_000 }

type Walk = { left: number; path: JsonPath; faults: ParamFault[] }

const addFault = (walk: Walk, fault: Fault): undefined => {
  walk.faults.push({ ...fault, path: [...walk.path] })
}

function planText(walk: Walk, text: string): Plan | undefined {
  if (!isTemplate(text)) return undefined
  const key = walk.path.at(-1)
  if (typeof key === 'string' && isForbidden(key))
    return addFault(walk, {
      code: 'expression.forbidden',
      message: messages.forbidden(key),
      at: 0,
      length: 0,
    })
  const template = parseTemplate(text)
  if (!template.ok) return addFault(walk, template.fault)
  return { kind: 'template', template: template.value, path: [...walk.path] }
}

function planParts<K extends string | number>(walk: Walk, entries: Iterable<[K, unknown]>): [K, Plan][] {
  const parts: [K, Plan][] = []
  for (const [key, value] of entries) {
    walk.path.push(key)
    const plan = planOf(walk, value)
    walk.path.pop()
    if (plan !== undefined) parts.push([key, plan])
    if (walk.left < 0) break
  }
  return parts
}

function planOf(walk: Walk, value: unknown): Plan | undefined {
  walk.left--
  if (typeof value === 'string') return planText(walk, value)
  if (typeof value !== 'object' || value === null) return undefined
  if (walk.left < 0)
    return addFault(walk, { code: 'expression.too_large', message: messages.tooManyParams, at: 0, length: 0 })
  if (walk.path.length > paramLimits.depth)
    return addFault(walk, { code: 'expression.too_deep', message: messages.tooDeepValue, at: 0, length: 0 })
  if (isList(value)) {
    const parts = planParts(walk, value.entries())
    return parts.length === 0 ? undefined : { kind: 'list', source: value, parts }
  }
  const parts = planParts(walk, Object.entries(value))
  return parts.length === 0 ? undefined : { kind: 'record', source: value, parts }
}

/** Parses every template of a node's params, once per workflow version. */
export function compileParams(params: unknown): CompiledParams {
  const walk: Walk = { left: paramLimits.values, path: [], faults: [] }
  const plan = planOf(walk, params)
  return { source: params, plan, faults: walk.faults }
}

/** The faults of all templates in the params, each with its field. */
export const faultsOfParams = (params: unknown): readonly ParamFault[] => compileParams(params).faults

function collectReferences(plan: Plan | undefined): ParamReference[] {
  if (plan === undefined) return []
  if (plan.kind !== 'template') return plan.parts.flatMap(([, part]) => collectReferences(part))
  return referencesOf(plan.template).map((one) => ({ ...one, field: plan.path }))
}

/** Every path that the params read, with the field that reads it. */
export const referencesOfParams = ({ plan }: CompiledParams): ParamReference[] => collectReferences(plan)

type Output = { max: number; used: number; isSoft: boolean }

function fillField(run: Run, output: Output, template: Template, path: JsonPath): unknown {
  try {
    const { value, size } = renderTemplate(template, run, output.max, output.used)
    output.used = size
    return value
  } catch (error) {
    if (output.isSoft && error instanceof ExpressionFault && error.code === 'expression.missing') return null
    throw error instanceof ExpressionFault ? new ExpressionFault({ ...error.fault, path }) : error
  }
}

function render(run: Run, output: Output, plan: Plan): unknown {
  if (plan.kind === 'template') return copyOf(fillField(run, output, plan.template, plan.path))
  if (plan.kind === 'list') {
    const result = plan.source.slice()
    for (const [index, part] of plan.parts) result[index] = render(run, output, part)
    return result
  }
  const made: Record<string, unknown> = {}
  for (const [key, part] of plan.parts) made[key] = render(run, output, part)
  return { ...plan.source, ...made }
}

/**
 * The params with every template replaced by its value. All templates share the limits. Values without templates are
 * reused as they are, and the source is never changed; template results are copies, so that changes to the params do
 * not reach the scope. With `missing: 'null'` missing values become null, for conditions that test for them. Throws an
 * ExpressionFault whose `path` names the field.
 */
export function renderParams(
  compiled: CompiledParams,
  scope: Scope,
  limits: Partial<Limits> & { missing?: 'fault' | 'null' } = {},
): unknown {
  const [fault] = compiled.faults
  if (fault !== undefined) throw new ExpressionFault(fault)
  if (compiled.plan === undefined) return compiled.source
  const run = startRun(scope, limits.steps ?? defaultLimits.steps)
  const max = limits.output ?? defaultLimits.output
  return render(run, { max, used: 0, isSoft: limits.missing === 'null' }, compiled.plan)
}
