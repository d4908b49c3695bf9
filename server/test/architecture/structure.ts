import type { Module } from './modules.ts'
import type { Rule } from './rules.ts'

/** Every circle in a directed graph, each told once. */
export function circlesOf(graph: Map<string, string[]>): string[] {
  const done = new Set<string>()
  const circles: string[] = []
  const walk = (node: string, path: string[]) => {
    const at = path.indexOf(node)
    if (at >= 0) circles.push([...path.slice(at), node].join(' -> '))
    if (at >= 0 || done.has(node)) return
    for (const next of graph.get(node) ?? []) walk(next, [...path, node])
    done.add(node)
  }
  for (const node of graph.keys()) walk(node, [])
  return circles
}

// A type-only import leaves nothing behind at run time, but a circle of types is still one no reader can enter.
export const noCircles: Rule = {
  name: 'no circles',
  check: (modules: Module[]) => circlesOf(new Map(modules.map((m) => [m.path, m.imports]))),
}

const mostLines = 300
export const smallFiles: Rule = {
  name: `no file over ${mostLines} lines`,
  check: (modules) =>
    modules
      .map((m) => ({ path: m.path, lines: m.text.split('\n').length }))
      .filter(({ lines }) => lines > mostLines)
      .map(({ path, lines }) => `${path} has ${lines} lines`),
}
