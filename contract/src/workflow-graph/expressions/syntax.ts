import type { Place } from './fault.ts'

/** The roots of paths. */
export const roots = [
  'message',
  'thread',
  'sender',
  'mailbox',
  'member',
  'trigger',
  'steps',
  'loop',
  'now',
] as const

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | 'and'
  | 'or'
  | '??'

/** A key of a path: literal or computed. */
export type Key = Place & ({ literal: string | number } | { computed: Node })

export type Base =
  | { kind: 'root'; name: string }
  | { kind: 'local'; name: string; slot: number }
  | { kind: 'value'; node: Node }

/** `softFrom`: from this key on a missing value is null; -1 if the base itself may be missing. */
export type PathNode = { kind: 'path'; base: Base; keys: Key[]; softFrom: number }

/** `height` counts the levels below. It is bounded, so recursive walks are safe. */
export type Node = Place & { height: number } & (
    | { kind: 'literal'; value: string | number | boolean | null }
    | { kind: 'list'; items: Node[] }
    | { kind: 'record'; fields: [key: string, value: Node][] }
    | PathNode
    | { kind: 'negate' | 'not'; operand: Node }
    | { kind: 'binary'; operator: BinaryOperator; left: Node; right: Node }
    | { kind: 'choice'; test: Node; yes: Node; no: Node }
    | { kind: 'call'; name: string; args: Node[] }
    | { kind: 'lambda'; slot: number; params: number; body: Node }
  )

export const childrenOf = (node: Node): Node[] => {
  switch (node.kind) {
    case 'literal':
      return []
    case 'list':
      return node.items
    case 'record':
      return node.fields.map(([, value]) => value)
    case 'path': {
      const computed = node.keys.flatMap((key) => ('computed' in key ? [key.computed] : []))
      return node.base.kind === 'value' ? [node.base.node, ...computed] : computed
    }
    case 'negate':
    case 'not':
      return [node.operand]
    case 'binary':
      return [node.left, node.right]
    case 'choice':
      return [node.test, node.yes, node.no]
    case 'call':
      return node.args
    case 'lambda':
      return [node.body]
  }
}
