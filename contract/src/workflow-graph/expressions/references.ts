import type { Expression } from './expression.ts'
import type { JsonPath, Place } from './fault.ts'
import { functionNamed } from './functions/registry.ts'
import { childrenOf, type Node } from './syntax.ts'
import type { Template } from './template.ts'

/**
 * A path that an expression reads: its root, and its keys up to the first computed one. `optional`: it may be missing,
 * because of `?`, `??` or a function such as default.
 */
export type Reference = Place & { root: string; path: JsonPath; optional: boolean }

function knownKeys(node: Extract<Node, { kind: 'path' }>): JsonPath {
  const known: JsonPath = []
  for (const key of node.keys) {
    if (!('literal' in key)) break
    known.push(key.literal)
  }
  return known
}

function softChild(node: Node, index: number): boolean {
  if (node.kind === 'binary') return node.operator === '??' && index === 0
  if (node.kind === 'path') return node.base.kind === 'value' && node.softFrom < 0 && index === 0
  const fn = node.kind === 'call' ? functionNamed(node.name) : undefined
  return fn?.isSoft === true && (index === 0 || fn.isRest)
}

function collect(node: Node, isSoft: boolean, found: Reference[]) {
  if (node.kind === 'path' && node.base.kind === 'root') {
    const optional = isSoft || node.softFrom < node.keys.length
    found.push({ root: node.base.name, path: knownKeys(node), optional, at: node.at, length: node.length })
  }
  for (const [index, child] of childrenOf(node).entries())
    collect(child, isSoft || softChild(node, index), found)
}

/** Every path that is read, in source order. */
export function referencesOf(source: Template | Expression): Reference[] {
  const found: Reference[] = []
  const expressions = 'parts' in source ? source.parts : [source]
  for (const part of expressions) if (typeof part === 'object') collect(part.node, false, found)
  return found
}
