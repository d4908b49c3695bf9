import type { Connection, Issue } from '../document/graph.types.ts'

// Every step on the canvas asks for its own part of these lists whenever something changes; they are sorted once.

function once<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    const made = make(key)
    known.set(key, made)
    return made
  }
}

const usedPorts = once(
  (connections: readonly Connection[]) => new Set(connections.map(({ from, output }) => `${from} ${output}`)),
)

export const isUsed = (connections: readonly Connection[], id: string, port: string) =>
  usedPorts(connections).has(`${id} ${port}`)

/** The first error of each step, or else its first warning. */
const worstByStep = once((issues: readonly Issue[]) => {
  const worst = new Map<string, Issue>()
  for (const issue of issues) {
    if (!issue.nodeId) continue
    const before = worst.get(issue.nodeId)
    if (!before || (before.severity !== 'error' && issue.severity === 'error')) worst.set(issue.nodeId, issue)
  }
  return worst
})

export const worstOf = (issues: readonly Issue[], id: string) => worstByStep(issues).get(id)
