import { budgetExceeded, type Run } from './budget.ts'
import { ExpressionFault, failure, type Place } from './fault.ts'
import { messages } from './messages.ts'
import type { Key, Node, PathNode } from './syntax.ts'
import { fieldOf, itemOf, memberOf } from './values.ts'

export type Evaluate = (run: Run) => unknown

// The values of lazy roots, by scope.
const lazyRoots = new WeakMap<object, Map<string, unknown>>()

function lazyRoot(scope: object, name: string, load: () => unknown): unknown {
  const known = lazyRoots.get(scope) ?? new Map<string, unknown>()
  lazyRoots.set(scope, known)
  if (!known.has(name)) known.set(name, load())
  return known.get(name)
}

function rootOf({ scope }: Run, name: string): unknown {
  if (!Object.hasOwn(scope, name)) return undefined
  const value = scope[name]
  if (typeof value !== 'function') return value
  const loaded = lazyRoot(scope, name, () => value())
  return typeof loaded === 'function' ? undefined : loaded
}

/** A path as shown in messages: steps["my-node"].data[0]. */
function pathText(base: string, keys: readonly (string | number | undefined)[]): string {
  return keys.reduce<string>((text, key) => {
    if (typeof key === 'string' && /^[\p{L}_$][\p{L}\p{M}\p{N}_$]*$/u.test(key)) return `${text}.${key}`
    return `${text}[${key === undefined ? '...' : JSON.stringify(key)}]`
  }, base)
}

const baseText = ({ base }: PathNode) => (base.kind === 'value' ? '(...)' : base.name)

const missing = (node: PathNode, upTo: number, place: Place) => {
  const keys = node.keys.slice(0, upTo).map((key) => ('literal' in key ? key.literal : undefined))
  return failure(place, 'expression.missing', messages.missing(pathText(baseText(node), keys)))
}

/** Evaluates a missing value to null; other faults are thrown. */
export const missingAsNull =
  (evaluate: Evaluate): Evaluate =>
  (run) => {
    try {
      return evaluate(run)
    } catch (error) {
      if (error instanceof ExpressionFault && error.code === 'expression.missing') return null
      throw error
    }
  }

type Step = (run: Run, value: unknown) => unknown

function stepOf(key: Key, compile: (node: Node) => Evaluate): Step {
  if ('computed' in key) {
    const evaluate = compile(key.computed)
    return (run, value) => {
      const computed = evaluate(run)
      run.place = key
      return memberOf(run, value, computed)
    }
  }
  const { literal } = key
  return typeof literal === 'number'
    ? (_, value) => itemOf(value, literal)
    : (_, value) => fieldOf(value, literal)
}

function baseOf(node: PathNode, compile: (node: Node) => Evaluate): Evaluate {
  const { base } = node
  if (base.kind === 'root') return (run) => rootOf(run, base.name)
  if (base.kind === 'local') return (run) => run.locals[base.slot] ?? null
  const evaluate = compile(base.node)
  return node.softFrom < 0 ? missingAsNull(evaluate) : evaluate
}

/** Fast path for literal names only: no function call per key. */
function plainPath(node: PathNode & Place, base: Evaluate, names: string[]): Evaluate {
  const count = names.length
  return (run) => {
    if (--run.left < 0) throw budgetExceeded(node)
    let value = base(run)
    if (value === undefined) {
      if (node.softFrom < 0) return null
      throw missing(node, 0, node)
    }
    for (let i = 0; i < count; i++) {
      value = fieldOf(value, names[i] ?? '')
      if (value !== undefined) continue
      if (i >= node.softFrom) return null
      throw missing(node, i + 1, node.keys[i] ?? node)
    }
    return value
  }
}

export function compilePath(node: PathNode & Place, compile: (node: Node) => Evaluate): Evaluate {
  const base = baseOf(node, compile)
  const names = node.keys.flatMap((key) =>
    'literal' in key && typeof key.literal === 'string' ? [key.literal] : [],
  )
  if (names.length === node.keys.length) return plainPath(node, base, names)
  const steps = node.keys.map((key) => stepOf(key, compile))
  return (run) => {
    if (--run.left < 0) throw budgetExceeded(node)
    let value = base(run)
    if (value === undefined) {
      if (node.softFrom < 0) return null
      throw missing(node, 0, node)
    }
    for (const [i, step] of steps.entries()) {
      value = step(run, value)
      if (value !== undefined) continue
      if (i >= node.softFrom) return null
      throw missing(node, i + 1, node.keys[i] ?? node)
    }
    return value
  }
}
