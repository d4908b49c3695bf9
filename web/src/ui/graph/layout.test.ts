import { expect, it } from 'vitest'
import { layoutDown, layoutOf, nodeHeight, nodeWidth } from './layout.ts'

const wires = (...pairs: string[]) => pairs.map((pair) => ({ from: pair[0] ?? '', to: pair[1] ?? '' }))

const overlaps = (ids: readonly string[], edges: ReturnType<typeof wires>, layout = layoutOf) => {
  const { places } = layout(ids, edges)
  const boxes = [...places.values()]
  return boxes.some((a, at) =>
    boxes.slice(at + 1).some((b) => Math.abs(a.x - b.x) < nodeWidth && Math.abs(a.y - b.y) < nodeHeight),
  )
}

it('draws a chain on one line, from left to right', () => {
  const { places, height } = layoutOf(['a', 'b', 'c'], wires('ab', 'bc'))
  const [a, b, c] = ['a', 'b', 'c'].map((id) => places.get(id))
  expect([a?.y, b?.y, c?.y]).toEqual([0, 0, 0])
  expect((a?.x ?? 0) < (b?.x ?? 0) && (b?.x ?? 0) < (c?.x ?? 0)).toBe(true)
  expect(height).toBe(nodeHeight)
})

it('puts a node behind the last of those it follows, and passes nodes in between by a lane', () => {
  const { places, routes } = layoutOf(['a', 'b', 'c'], wires('ab', 'bc', 'ac'))
  expect(places.get('c')?.x).toBe(2 * (places.get('b')?.x ?? 0))
  expect(routes[2]).toHaveLength(4)
  expect(Math.abs((routes[2]?.[1]?.y ?? 0) - (places.get('b')?.y ?? 0) - nodeHeight / 2)).toBeGreaterThan(
    nodeHeight / 2,
  )
})

it('lets no nodes overlap', () => {
  const ids = [...'abcdefghij']
  const edges = wires('ab', 'ac', 'ad', 'be', 'ce', 'cf', 'df', 'eg', 'fg', 'gh', 'gi', 'aj')
  expect([overlaps(ids, edges), overlaps(ids, edges, layoutDown)]).toEqual([false, false])
})

it('draws a chain in one column from top to bottom, its lines from node to node', () => {
  const { places, routes, width, height } = layoutDown(['a', 'b'], wires('ab'))
  const [a, b] = [places.get('a'), places.get('b')]
  expect([a, b?.x, width]).toEqual([{ x: 0, y: 0 }, 0, nodeWidth])
  expect(routes[0]).toEqual([
    { x: nodeWidth / 2, y: nodeHeight },
    { x: nodeWidth / 2, y: b?.y },
  ])
  expect(height).toBe((b?.y ?? 0) + nodeHeight)
})

it('survives a circle and edges to nowhere', () => {
  const { places, routes } = layoutOf(['a', 'b'], [...wires('ab', 'ba', 'bb'), { from: 'a', to: 'gone' }])
  expect(places.size).toBe(2)
  expect(routes).toHaveLength(3)
})
