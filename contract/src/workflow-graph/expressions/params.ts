import { defaultLimits, type Limits, type Run, type Scope, startRun } from './budget.ts'
import { ExpressionFault, type Fault, type JsonPath } from './fault.ts'
import { createEscaper, languageOf, ruleOf } from './languages/inserts.ts'
import {
  callsFunction,
  type Inserts,
  type Language,
  type LanguageRule,
  type Languages,
  lastFunction,
} from './languages/language.ts'
import { messages } from './messages.ts'
import { type Reference, referencesOf } from './references.ts'
import { isTemplate, parseTemplate, renderTemplate, type Template } from './template.ts'
import { copyOf, isForbidden, isList } from './values.ts'

/** How to render one place of the params. Values without templates have no plan and are passed on unchanged. */
type TemplatePlan = {
  kind: 'template'
  template: Template
  path: JsonPath
  rule: LanguageRule | undefined
  escapeFor(language: Language | undefined): Inserts | undefined
}
type Plan =
  | TemplatePlan
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

type Walk = { left: number; path: JsonPath; faults: ParamFault[]; languages: Languages | undefined }

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
  const rule = ruleOf(walk.languages, walk.path)
  const escapeFor = createEscaper(template.value.parts)
  return { kind: 'template', template: template.value, path: [...walk.path], rule, escapeFor }
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
export function compileParams(params: unknown, languages?: Languages): CompiledParams {
  const walk: Walk = { left: paramLimits.values, path: [], faults: [], languages }
  const plan = planOf(walk, params)
  return { source: params, plan, faults: walk.faults }
}

/** The faults of all templates in the params, each with its field. */
export const faultsOfParams = (params: unknown): readonly ParamFault[] => compileParams(params).faults

const templatesOf = (plan: Plan | undefined): TemplatePlan[] => {
  if (plan === undefined) return []
  return plan.kind === 'template' ? [plan] : plan.parts.flatMap(([, part]) => templatesOf(part))
}

/** Every path that the params read, with the field that reads it. */
export const referencesOfParams = ({ plan }: CompiledParams): ParamReference[] =>
  templatesOf(plan).flatMap(({ template, path }) =>
    referencesOf(template).map((one) => ({ ...one, field: path })),
  )

type Target = Record<string | number, unknown>
/** A template whose language depends on other params, rendered after them. */
type Late = { plan: TemplatePlan; target: Target; key: string | number }
type Output = { max: number; used: number; isSoft: boolean; late: Late[] }

function fillField(run: Run, output: Output, plan: TemplatePlan, language: Language | undefined): unknown {
  try {
    const { max, used } = output
    const { value, size } = renderTemplate(plan.template, run, {
      max,
      used,
      inserts: plan.escapeFor(language),
    })
    output.used = size
    return copyOf(value)
  } catch (error) {
    if (output.isSoft && error instanceof ExpressionFault && error.code === 'expression.missing') return null
    throw error instanceof ExpressionFault ? new ExpressionFault({ ...error.fault, path: plan.path }) : error
  }
}

function fillParts(run: Run, output: Output, target: Target, parts: [key: string | number, plan: Plan][]) {
  for (const [key, plan] of parts)
    if (plan.kind === 'template' && typeof plan.rule === 'function') output.late.push({ plan, target, key })
    else target[key] = render(run, output, plan)
}

function render(run: Run, output: Output, plan: Plan): unknown {
  if (plan.kind === 'template') return fillField(run, output, plan, languageOf(plan.rule, {}, {}))
  // A copy has the keys of its source as own fields, `__proto__` included.
  const result = plan.kind === 'list' ? plan.source.slice() : { ...plan.source }
  fillParts(run, output, result as Target, plan.parts)
  return result
}

type RenderOptions = Partial<Limits> & {
  missing?: 'fault' | 'null'
  /** For values marked `raw` in HTML; without it they are escaped. */
  sanitiseHtml?: (html: string) => string
}

/**
 * The params with every template replaced by its value. All templates share the limits. Values without templates are
 * reused as they are, and the source is never changed; template results are copies, so that changes to the params do
 * not reach the scope. With `missing: 'null'` missing values become null, for conditions that test for them. Throws an
 * ExpressionFault whose `path` names the field.
 */
export function renderParams(compiled: CompiledParams, scope: Scope, options: RenderOptions = {}): unknown {
  const [fault] = compiled.faults
  if (fault !== undefined) throw new ExpressionFault(fault)
  if (compiled.plan === undefined) return compiled.source
  const run = startRun(scope, options.steps ?? defaultLimits.steps, options.sanitiseHtml)
  const max = options.output ?? defaultLimits.output
  const output: Output = { max, used: 0, isSoft: options.missing === 'null', late: [] }
  const params = render(run, output, compiled.plan)
  for (const { plan, target, key } of output.late)
    target[key] = fillField(run, output, plan, languageOf(plan.rule, params as Target, target))
  return params
}

/** A field of a declared language with a value that is inserted by `raw`, or with a `raw` that has no effect. */
export type RawUse = { field: JsonPath; language: Language; isEffective: boolean }

/** The record at a path; an empty one if there is none. */
function recordAt(source: unknown, path: JsonPath): Target {
  const found = path.reduce<unknown>((value, key) => (value as Target | undefined)?.[key], source)
  return typeof found === 'object' && found !== null ? (found as Target) : {}
}

/** Every use of `raw` in a field that escapes its values. */
export function rawUsesOfParams({ plan, source }: CompiledParams): RawUse[] {
  return templatesOf(plan).flatMap(({ template, path, rule }) => {
    const language = languageOf(rule, source as Target, recordAt(source, path.slice(0, -1)))
    if (language === undefined) return []
    return template.parts.flatMap((part) => {
      if (typeof part === 'string' || !callsFunction(part.node, 'raw')) return []
      return [{ field: path, language, isEffective: lastFunction(part) === 'raw' }]
    })
  })
}
