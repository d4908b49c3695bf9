export type Edge = { from: string; to: string }
export type Point = { x: number; y: number }
type Layout = {
  places: ReadonlyMap<string, Point>
  /** The points that the edge at the same place passes through, its ends included. */
  routes: readonly (readonly Point[])[]
  width: number
  height: number
}

export const nodeWidth = 176
export const nodeHeight = 44
const gapX = 64
const gapY = 18
const laneHeight = 12

type Cell = { id: string; layer: number; isLane: boolean; y: number }

/** The edges that lead back to where one came from, by their place in the list. */
function backEdges(ids: readonly string[], edges: readonly Edge[]): Set<number> {
  const back = new Set<number>()
  const state = new Map<string, 'open' | 'done'>()
  const visit = (id: string) => {
    state.set(id, 'open')
    edges.forEach(({ from, to }, at) => {
      if (from !== id) return
      if (state.get(to) === 'open') back.add(at)
      else if (!state.has(to)) visit(to)
    })
    state.set(id, 'done')
  }
  for (const id of ids) if (!state.has(id)) visit(id)
  return back
}

function layersOf(ids: readonly string[], edges: readonly Edge[]): Map<string, number> {
  const layers = new Map(ids.map((id) => [id, 0]))
  // The longest path has as many edges as there are nodes at most.
  for (let changed = true, round = 0; changed && round <= ids.length; round += 1) {
    changed = false
    for (const { from, to } of edges) {
      const wanted = (layers.get(from) ?? 0) + 1
      if ((layers.get(to) ?? 0) >= wanted) continue
      layers.set(to, wanted)
      changed = true
    }
  }
  return layers
}

const heightOf = ({ isLane }: Cell) => (isLane ? laneHeight : nodeHeight)

/** Puts the cells of a layer under each other, each as near to those it follows as there is room. */
function place(cells: Cell[], before: ReadonlyMap<string, readonly Cell[]>) {
  const wanted = new Map(
    cells.map((cell) => {
      const ys = (before.get(cell.id) ?? []).map((one) => one.y)
      return [cell, ys.length > 0 ? ys.reduce((sum, y) => sum + y, 0) / ys.length : cell.y] as const
    }),
  )
  cells.sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0))
  let floor = Number.NEGATIVE_INFINITY
  for (const cell of cells) {
    const half = heightOf(cell) / 2
    cell.y = Math.max(wanted.get(cell) ?? 0, floor + half)
    floor = cell.y + half + gapY
  }
  // What was pushed down together moves up together, half of the way.
  const pushed = cells.map((cell) => cell.y - (wanted.get(cell) ?? 0))
  const shift = pushed.length > 0 ? pushed.reduce((sum, by) => sum + by, 0) / pushed.length : 0
  for (const cell of cells) cell.y -= shift
}

/** Lays a graph out from left to right. Edges over several layers have lanes of their own. */
export function layoutOf(ids: readonly string[], all: readonly Edge[]): Layout {
  const known = new Set(ids)
  const edges = all.filter(({ from, to }) => known.has(from) && known.has(to))
  const back = backEdges(ids, edges)
  const forward = edges.filter((_, at) => !back.has(at))
  const layerOf = layersOf(ids, forward)
  const cells = new Map<string, Cell>()
  ids.forEach((id, at) => {
    cells.set(id, { id, layer: layerOf.get(id) ?? 0, isLane: false, y: at })
  })
  const before = new Map<string, Cell[]>()
  const follow = (cell: Cell, previous: Cell) =>
    before.set(cell.id, [...(before.get(cell.id) ?? []), previous])
  const lanes = edges.map(({ from, to }, at) => {
    const [start, end] = [cells.get(from), cells.get(to)]
    if (!start || !end || back.has(at)) return []
    const passed: Cell[] = []
    let previous = start
    for (let layer = start.layer + 1; layer < end.layer; layer += 1) {
      const lane = { id: `${at} ${layer}`, layer, isLane: true, y: start.y }
      follow(lane, previous)
      passed.push(lane)
      previous = lane
    }
    follow(end, previous)
    return passed
  })
  const everything = [...cells.values(), ...lanes.flat()]
  const depth = Math.max(0, ...everything.map(({ layer }) => layer))
  for (let layer = 0; layer <= depth; layer += 1)
    place(
      everything.filter((cell) => cell.layer === layer),
      before,
    )
  const top = everything.reduce((least, cell) => Math.min(least, cell.y - heightOf(cell) / 2), Infinity)
  const bottom = everything.reduce((most, cell) => Math.max(most, cell.y + heightOf(cell) / 2), -Infinity)
  const xOf = (layer: number) => layer * (nodeWidth + gapX)
  const routes = edges.map(({ from, to }, at) => {
    const [start, end] = [cells.get(from), cells.get(to)]
    if (!start || !end) return []
    return [
      { x: xOf(start.layer) + nodeWidth, y: start.y - top },
      ...(lanes[at] ?? []).flatMap(({ layer, y }) => [
        { x: xOf(layer), y: y - top },
        { x: xOf(layer) + nodeWidth, y: y - top },
      ]),
      { x: xOf(end.layer), y: end.y - top },
    ]
  })
  return {
    places: new Map(
      [...cells.values()].map(({ id, layer, y }) => [id, { x: xOf(layer), y: y - top - nodeHeight / 2 }]),
    ),
    routes,
    width: xOf(depth) + nodeWidth,
    height: everything.length > 0 ? bottom - top : 0,
  }
}

const downGapX = 16
const downGapY = 28

/** The same from top to bottom: the layers below each other, the nodes of a layer side by side. */
export function layoutDown(ids: readonly string[], all: readonly Edge[]): Layout {
  const { places, routes, height } = layoutOf(ids, all)
  const across = (y: number) => (y / (nodeHeight + gapY)) * (nodeWidth + downGapX)
  const down = (x: number) => Math.round(x / (nodeWidth + gapX)) * (nodeHeight + downGapY)
  const turned = new Map([...places].map(([id, { x, y }]) => [id, { x: across(y), y: down(x) }]))
  // The ends of a route are at the sides of nodes, half a node below their place.
  const turn = ({ x, y }: Point): Point => {
    const isEnd = x % (nodeWidth + gapX) === nodeWidth
    const layer = isEnd ? x - nodeWidth : x
    return { x: across(y - nodeHeight / 2) + nodeWidth / 2, y: down(layer) + (isEnd ? nodeHeight : 0) }
  }
  const depth = Math.max(0, ...[...turned.values()].map(({ y }) => y))
  return {
    places: turned,
    routes: routes.map((points) => points.map(turn)),
    width: across(Math.max(0, height - nodeHeight)) + nodeWidth,
    height: ids.length > 0 ? depth + nodeHeight : 0,
  }
}
