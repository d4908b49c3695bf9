import {
  type CompiledParams,
  compileParams,
  type Scope as ExpressionScope,
  referencesOfParams,
  renderParams as render,
} from '@mailwright/contract/workflow-graph/expressions/index'
import type { TObject } from '@mailwright/contract/workflow-graph/node-type'
import { compileValidator, issueOf, type Validator } from '../platform/http/validate.ts'
import type { AnyNodeType, Data } from './define-node.ts'
import { permanent } from './fault.ts'

export type Scope = ExpressionScope & { steps: Record<string, unknown> }

/** The parameters of a node, parsed once per version. */
export type NodeParams = {
  lenient: CompiledParams
  strict: CompiledParams
  roots: string[]
  /** The checked parameters of a node without expressions: the same for each call. */
  fixed(): Data | undefined
}

const validators = new WeakMap<TObject, Validator>()
function validatorOf({ params }: AnyNodeType): Validator {
  const known = validators.get(params) ?? compileValidator('query', params)
  validators.set(params, known)
  return known
}

/** Fills in defaults in place, and converts numbers from expressions to text where the schema expects text. */
function validated(type: AnyNodeType, params: Data): Data {
  const validate = validatorOf(type)
  if (validate(params)) return params
  const [first] = (validate.errors ?? []).map(issueOf)
  const where = first?.path.replaceAll('/', '.').replace(/^\./, '') || 'parameters'
  throw permanent('node.params_invalid', `The parameter ${where} ${first?.message ?? 'is not valid'}.`, {
    field: first?.path ?? '',
  })
}

export function readParams(type: AnyNodeType | undefined, given: Data): NodeParams {
  // Validation fills in defaults and must not change the graph.
  const params = structuredClone(given)
  const isLenient = (name: string) => type?.lenientParams?.includes(name) ?? false
  const pick = (lenient: boolean) =>
    compileParams(
      Object.fromEntries(Object.entries(params).filter(([name]) => isLenient(name) === lenient)),
      type?.languages,
    )
  const [lenient, strict] = [pick(true), pick(false)]
  const roots = [lenient, strict].flatMap((part) => referencesOfParams(part).map(({ root }) => root))
  const isFixed = [lenient, strict].every(({ plan, faults }) => plan === undefined && faults.length === 0)
  let checked: Data | undefined
  return {
    lenient,
    strict,
    roots,
    // Checked when the node first runs: a node that is never reached costs nothing and does no harm.
    fixed: () => {
      if (isFixed && type) checked ??= validated(type, params)
      return checked
    },
  }
}

/** The parameters of one call: expressions evaluated, validated against the schema, defaults filled in. */
export function renderParams(
  { type, params }: { type: AnyNodeType | undefined; params: NodeParams },
  scope: Scope,
  sanitiseHtml: (html: string) => string,
): Data {
  const fixed = params.fixed()
  if (fixed) return fixed
  const rendered = {
    ...(render(params.strict, scope, { sanitiseHtml }) as Data),
    ...(render(params.lenient, scope, { missing: 'null', sanitiseHtml }) as Data),
  }
  return type ? validated(type, rendered) : rendered
}
