import {
  type CompiledParams,
  compileParams,
  type Scope as ExpressionScope,
  referencesOfParams,
  renderParams as render,
} from '@mailwright/contract/workflow-graph/expressions/index'
import type { TObject } from '@mailwright/contract/workflow-graph/node-type'
import type { ValidateFunction } from 'ajv'
import { compileValidator, issueOf } from '../platform/http/validate.ts'
import type { AnyNodeType, Data } from './define-node.ts'
import { permanent } from './fault.ts'

export type Scope = ExpressionScope & { steps: Record<string, unknown> }

/** The parameters of a node, parsed once a version. */
export type NodeParams = {
  lenient: CompiledParams
  strict: CompiledParams
  roots: string[]
  /** Without expressions they are the same each time. */
  fixed: Data | undefined
}

const validators = new WeakMap<TObject, ValidateFunction>()
function validatorOf({ params }: AnyNodeType): ValidateFunction {
  const known = validators.get(params) ?? compileValidator('query', params)
  validators.set(params, known)
  return known
}

/** Fills defaults in, in place; what an expression gave as a number is a text where a text is wanted. */
function checked(type: AnyNodeType, params: Data): Data {
  const validate = validatorOf(type)
  if (validate(params)) return params
  const [first] = (validate.errors ?? []).map(issueOf)
  const where = first?.path.replaceAll('/', '.').replace(/^\./, '') || 'parameters'
  throw permanent('node.params_invalid', `The parameter ${where} ${first?.message ?? 'is not valid'}.`, {
    field: first?.path ?? '',
  })
}

export function readParams(type: AnyNodeType | undefined, given: Data): NodeParams {
  // Checking fills in what is missing: never in the graph itself.
  const params = structuredClone(given)
  const isSoft = (name: string) => type?.lenientParams?.includes(name) ?? false
  const pick = (wanted: boolean) =>
    compileParams(Object.fromEntries(Object.entries(params).filter(([name]) => isSoft(name) === wanted)))
  const [soft, hard] = [pick(true), pick(false)]
  const roots = [soft, hard].flatMap((part) => referencesOfParams(part).map(({ root }) => root))
  const isFixed = [soft, hard].every(({ plan, faults }) => plan === undefined && faults.length === 0)
  const read: NodeParams = { lenient: soft, strict: hard, roots, fixed: undefined }
  if (!isFixed || !type) return read
  try {
    return { ...read, fixed: checked(type, params) }
  } catch {
    // Said when the node runs: a graph that is never run there does no harm.
    return read
  }
}

/** The parameters for one call: expressions evaluated, checked against the schema, defaults filled in. */
export function renderParams(
  { type, params }: { type: AnyNodeType | undefined; params: NodeParams },
  scope: Scope,
): Data {
  if (params.fixed) return params.fixed
  const rendered = {
    ...(render(params.strict, scope) as Data),
    ...(render(params.lenient, scope, { missing: 'null' }) as Data),
  }
  return type ? checked(type, rendered) : rendered
}
