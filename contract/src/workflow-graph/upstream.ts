import type { Flow } from './flow.ts'
import { isBackEdge, type LoopBodies } from './loops.ts'

type Bits = Uint32Array

/** Adds `more` and the node at `index` to `bits`; returns whether anything changed. */
function addAncestors(bits: Bits, more: Bits, index: number): boolean {
  let isNew = false
  for (let word = 0; word < bits.length; word++) {
    const before = bits[word] ?? 0
    const own = word === index >>> 5 ? 1 << (index & 31) : 0
    const after = (before | (more[word] ?? 0) | own) >>> 0
    isNew ||= after !== before
    bits[word] = after
  }
  return isNew
}

/** The ancestors of each node as a bit set, propagated along the edges until nothing changes. */
function findAncestors(flow: Flow, bodies: LoopBodies) {
  const ids = [...flow.nodes.keys()]
  const indexes = new Map(ids.map((id, i) => [id, i]))
  const next = ids.map((id) =>
    flow.out(id).flatMap((edge) => (isBackEdge(bodies, edge) ? [] : [indexes.get(edge.to) ?? 0])),
  )
  const all = ids.map(() => new Uint32Array(Math.ceil(ids.length / 32)))
  const waiting = new Set(ids.keys())
  for (const from of waiting) {
    waiting.delete(from)
    for (const to of next[from] ?? [])
      if (addAncestors(all[to] as Bits, all[from] as Bits, from)) waiting.add(to)
  }
  return { indexes, all }
}

/** Tells whether one node runs before another, ignoring back edges. Computed on first use. */
export function createUpstreamCheck(flow: Flow, bodies: LoopBodies) {
  let known: ReturnType<typeof findAncestors> | undefined
  return (one: string, other: string): boolean => {
    known ??= findAncestors(flow, bodies)
    const index = known.indexes.get(one) ?? -1
    const bits = known.all[known.indexes.get(other) ?? -1]
    return index >= 0 && (((bits?.[index >>> 5] ?? 0) >>> (index & 31)) & 1) === 1
  }
}
