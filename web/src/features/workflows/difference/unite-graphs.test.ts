import { expect, it } from 'vitest'
import type { Graph } from '../studio/document/graph.types.ts'
import { diffGraphs } from './diff-graphs.ts'
import { uniteGraphs } from './unite-graphs.ts'

type Node = Graph['nodes'][number]
const step = (id: string, y: number, more: Partial<Node> = {}): Node => ({
  id,
  type: 'flow.stop',
  version: 1,
  name: id,
  position: { x: 0, y },
  ...more,
})
const graph = (nodes: Node[], ...wires: string[]): Graph => ({
  id: 'g',
  workflowId: 'w',
  nodes,
  connections: wires.map((wire) => ({ from: wire[0] ?? '', output: 'main', to: wire[1] ?? '' })),
})
const unite = (before: Graph, after: Graph) =>
  uniteGraphs(before, after, diffGraphs(before, after, new Map()), new Map())

it('keeps what was removed beside what was added and changed, each marked', () => {
  const { steps, connections } = unite(
    graph([step('a', 0), step('b', 100), step('c', 200)], 'ab', 'bc'),
    graph([step('a', 0), step('c', 200, { name: 'C' }), step('d', 300)], 'ac', 'cd'),
  )
  expect(Object.fromEntries(steps.map((one) => [one.step.id, one.mark]))).toEqual({
    a: 'same',
    b: 'removed',
    c: 'changed',
    d: 'added',
  })
  expect(connections.map(({ connection, mark }) => `${connection.from}${connection.to} ${mark}`)).toEqual([
    'ac added',
    'cd added',
    'ab removed',
    'bc removed',
  ])
  expect(steps.map(({ position }) => position.y)).toEqual([0, 200, 300, 100])
})

it('lays the steps out anew where one took the place of another', () => {
  const { steps } = unite(
    graph([step('a', 0), step('b', 100)], 'ab'),
    graph([step('a', 0), step('c', 110)], 'ac'),
  )
  const [b, c] = ['b', 'c'].map((id) => steps.find((one) => one.step.id === id)?.position)
  expect(Math.abs((b?.x ?? 0) - (c?.x ?? 0))).toBeGreaterThan(200)
})

it('keeps an output that only the older graph had, so that its connection can be drawn', () => {
  const { steps } = unite(graph([step('a', 0), step('b', 100)], 'ab'), graph([step('a', 0), step('b', 100)]))
  expect(steps[0]?.ports).toEqual(['main'])
})
