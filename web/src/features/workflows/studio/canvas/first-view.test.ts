import { expect, it } from 'vitest'
import { stepSize } from '../document/graph.types.ts'
import { viewOf } from './first-view.ts'

/** Steps in a grid, the first one at the top left. */
function graph(columns: number, rows: number) {
  const nodes = Array.from({ length: columns * rows }, (_, at) => ({
    position: { x: (at % columns) * 260, y: Math.floor(at / columns) * 120 },
  }))
  const width = (columns - 1) * 260 + stepSize.width
  return { nodes, bounds: { x: 0, y: 0, width, height: (rows - 1) * 120 + stepSize.height } }
}

const desktop = { width: 700, height: 750 }
const phone = { width: 390, height: 660 }

it('shows a small graph as a whole', () => {
  const { nodes, bounds } = graph(1, 3)
  const { zoom, x } = viewOf(nodes, bounds, desktop)
  expect(zoom).toBeGreaterThanOrEqual(0.7)
  expect(x + (stepSize.width * zoom) / 2).toBeCloseTo(desktop.width / 2)
})

it('keeps a wide graph readable, with its first step in view', () => {
  const { nodes, bounds } = graph(6, 3)
  for (const box of [desktop, phone]) {
    const { zoom, x, y } = viewOf(nodes, bounds, box)
    expect(zoom).toBe(0.7)
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + stepSize.width * zoom).toBeLessThanOrEqual(box.width)
    expect(y).toBeGreaterThanOrEqual(0)
  }
})

it('shows a large graph as a whole where there is room, and its beginning on a phone', () => {
  const { nodes, bounds } = graph(12, 25)
  expect(viewOf(nodes, bounds, desktop).zoom).toBeLessThan(0.3)
  expect(viewOf(nodes, bounds, phone).zoom).toBe(0.7)
})
