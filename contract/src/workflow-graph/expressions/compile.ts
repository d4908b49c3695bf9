import { budgetExceeded, type Run } from './budget.ts'
import { compilePath, type Evaluate, missingAsNull } from './compile-path.ts'
import type { FunctionDefinition, Lambda } from './functions/define.ts'
import { functionNamed } from './functions/registry.ts'
import { negate, operations, toCondition } from './operators.ts'
import type { Node } from './syntax.ts'
import { setField } from './values.ts'

// Compiles a tree to closures once; each costs one step per evaluation. No code is generated from text.

type Of<K extends Node['kind']> = Extract<Node, { kind: K }>

/** For places where a missing value is allowed: default(...), ??, exists(...). Paths handle it without throwing. */
function compileSoft(node: Node): Evaluate {
  return node.kind === 'path' ? compile({ ...node, softFrom: -1 }) : missingAsNull(compile(node))
}

const compileList = ({ items, ...place }: Of<'list'>): Evaluate => {
  const parts = items.map(compile)
  const cost = parts.length + 1
  return (run) => {
    run.left -= cost
    if (run.left < 0) throw budgetExceeded(place)
    return parts.map((part) => part(run))
  }
}

const compileRecord = ({ fields, ...place }: Of<'record'>): Evaluate => {
  const parts = fields.map(([key, value]): [string, Evaluate] => [key, compile(value)])
  const cost = parts.length + 1
  return (run) => {
    run.left -= cost
    if (run.left < 0) throw budgetExceeded(place)
    const result = {}
    for (const [key, part] of parts) setField(run, result, key, part(run))
    return result
  }
}

function compileBinary(node: Of<'binary'>): Evaluate {
  const { operator } = node
  const left = operator === '??' ? compileSoft(node.left) : compile(node.left)
  const right = compile(node.right)
  const counted =
    (evaluate: Evaluate): Evaluate =>
    (run) => {
      if (--run.left < 0) throw budgetExceeded(node)
      return evaluate(run)
    }
  if (operator === '??') return counted((run) => left(run) ?? right(run))
  if (operator === 'and')
    return counted(
      (run) => toCondition(left(run), 'and', node.left) && toCondition(right(run), 'and', node.right),
    )
  if (operator === 'or')
    return counted(
      (run) => toCondition(left(run), 'or', node.left) || toCondition(right(run), 'or', node.right),
    )
  const operation = operations[operator]
  return (run) => {
    if (--run.left < 0) throw budgetExceeded(node)
    return operation?.(run, left(run), right(run), node)
  }
}

function compileChoice(node: Of<'choice'>): Evaluate {
  const [test, yes, no] = [compile(node.test), compile(node.yes), compile(node.no)]
  return (run) => {
    if (--run.left < 0) throw budgetExceeded(node)
    return toCondition(test(run), '? :', node.test) ? yes(run) : no(run)
  }
}

/** A lambda never outlives the call it is passed to, so its parameters are slots, not values. */
function compileLambda({ slot, params, body }: Of<'lambda'>): (run: Run) => Lambda {
  const evaluate = compile(body)
  return (run) => (item, index) => {
    run.locals[slot] = item
    if (params > 1) run.locals[slot + 1] = index
    return evaluate(run)
  }
}

function compileArgument(fn: FunctionDefinition, arg: Node, index: number): Evaluate {
  if (arg.kind === 'lambda') return compileLambda(arg)
  const evaluate = fn.isSoft && (index === 0 || fn.isRest) ? compileSoft(arg) : compile(arg)
  return fn.params[index]?.isLazy === true ? (run) => () => evaluate(run) : evaluate
}

function compileCall(node: Of<'call'>): Evaluate {
  const fn = functionNamed(node.name)
  if (fn === undefined) throw new Error(`the parser accepted the unknown function ${node.name}`)
  const args = node.args.map((arg, index) => compileArgument(fn, arg, index))
  const [first, second] = args
  if (first !== undefined && args.length === 1)
    return (run) => {
      if (--run.left < 0) throw budgetExceeded(node)
      const values = [first(run)]
      run.place = node
      return fn.call(run, values)
    }
  if (first !== undefined && second !== undefined && args.length === 2)
    return (run) => {
      if (--run.left < 0) throw budgetExceeded(node)
      const values = [first(run), second(run)]
      run.place = node
      return fn.call(run, values)
    }
  const cost = args.length + 1
  return (run) => {
    run.left -= cost
    if (run.left < 0) throw budgetExceeded(node)
    const values = args.map((arg) => arg(run))
    run.place = node
    return fn.call(run, values)
  }
}

export function compile(node: Node): Evaluate {
  switch (node.kind) {
    case 'literal': {
      const { value } = node
      return () => value
    }
    case 'list':
      return compileList(node)
    case 'record':
      return compileRecord(node)
    case 'path':
      return compilePath(node, compile)
    case 'negate': {
      const operand = compile(node.operand)
      return (run) => {
        if (--run.left < 0) throw budgetExceeded(node)
        return negate(operand(run), node)
      }
    }
    case 'not': {
      const operand = compile(node.operand)
      return (run) => {
        if (--run.left < 0) throw budgetExceeded(node)
        return !toCondition(operand(run), 'not', node.operand)
      }
    }
    case 'binary':
      return compileBinary(node)
    case 'choice':
      return compileChoice(node)
    case 'call':
      return compileCall(node)
    case 'lambda':
      throw new Error('the parser accepted a lambda outside a call')
  }
}
