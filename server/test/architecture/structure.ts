import type { Module } from './modules.ts'
import type { Rule } from './rules.ts'

/** Every cycle in a directed graph, each reported once. */
export function findCycles(graph: Map<string, string[]>): string[] {
  const done = new Set<string>()
  const cycles: string[] = []
  const walk = (node: string, path: string[]) => {
    const at = path.indexOf(node)
    if (at >= 0) cycles.push([...path.slice(at), node].join(' -> '))
    if (at >= 0 || done.has(node)) return
    for (const next of graph.get(node) ?? []) walk(next, [...path, node])
    done.add(node)
  }
  for (const node of graph.keys()) walk(node, [])
  return cycles
}

// Type-only imports vanish at run time, but cycles of types still make code hard to read.
export const noCycles: Rule = {
  name: 'no cycles',
  check: (modules: Module[]) => findCycles(new Map(modules.map((m) => [m.path, m.imports]))),
}

const maxLines = 400
export const smallFiles: Rule = {
  name: `no file over ${maxLines} lines`,
  check: (modules) =>
    modules
      .map((m) => ({ path: m.path, lines: m.text.split('\n').length }))
      .filter(({ lines }) => lines > maxLines)
      .map(({ path, lines }) => `${path} has ${lines} lines`),
}

/** The index after the bracket that closes the one at `start`. */
function endOfBrackets(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text[at] === '[') depth++
    else if (text[at] === ']' && --depth === 0) return at + 1
  }
  return text.length
}

/** The lines on which an object or array literal is spread; `[a, b].map(f)` and rest parameters may be. */
function literalSpreads(text: string): number[] {
  return [...text.matchAll(/\.\.\.\s*([{[])/g)].flatMap((match) => {
    const start = match.index + match[0].length - 1
    const isUsed = match[1] === '[' && /^\s*[.:?]/.test(text.slice(endOfBrackets(text, start)))
    return isUsed ? [] : [text.slice(0, start).split('\n').length]
  })
}

// TypeScript does not report a misspelt optional field in a literal that is spread into another.
export const noLiteralSpreads: Rule = {
  name: 'no literal is spread into another',
  check: (modules) =>
    modules.flatMap(({ path, text }) =>
      literalSpreads(text).map((line) => `${path}:${line} spreads a literal`),
    ),
}
