/** a b c d e f, as in PDF: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [number, number, number, number, number, number]
export type Point = readonly [x: number, y: number]
export type Box = readonly [left: number, bottom: number, right: number, top: number]

export const identity: Matrix = [1, 0, 0, 1, 0, 0]

/** First `inner`, then `outer`. */
export const multiply = (outer: Matrix, inner: Matrix): Matrix => [
  outer[0] * inner[0] + outer[2] * inner[1],
  outer[1] * inner[0] + outer[3] * inner[1],
  outer[0] * inner[2] + outer[2] * inner[3],
  outer[1] * inner[2] + outer[3] * inner[3],
  outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
  outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
]

export const transform = (m: Matrix, [x, y]: Point): Point => [
  m[0] * x + m[2] * y + m[4],
  m[1] * x + m[3] * y + m[5],
]

function boxOf(points: readonly Point[]): Box {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

export const transformBox = (m: Matrix, [left, bottom, right, top]: Box): Box =>
  boxOf([
    transform(m, [left, bottom]),
    transform(m, [right, bottom]),
    transform(m, [right, top]),
    transform(m, [left, top]),
  ])

export const intersect = (a: Box, b: Box): Box => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.min(a[2], b[2]),
  Math.min(a[3], b[3]),
]

export const contains = ([left, bottom, right, top]: Box, [x, y]: Point): boolean =>
  x >= left && x <= right && y >= bottom && y <= top

/** Whether boxes stay boxes: no rotation other than by right angles, no shear. */
export const keepsBoxes = ([a, b, c, d]: Matrix): boolean =>
  (Math.abs(b) < 1e-6 && Math.abs(c) < 1e-6) || (Math.abs(a) < 1e-6 && Math.abs(d) < 1e-6)

// Path commands of the library: each is followed by its coordinates.
const moveTo = 0
const lineTo = 1
const close = 4

/** The rectangle that a path is, if it is a single one with sides along the axes. */
export function rectangleOf(path: ArrayLike<number>): Box | undefined {
  const points: Point[] = []
  for (let at = 0; at < path.length; ) {
    const command = path[at]
    if (command === close && at === path.length - 1) break
    if (command !== (at === 0 ? moveTo : lineTo) || points.length === 5) return undefined
    points.push([path[at + 1] ?? 0, path[at + 2] ?? 0])
    at += 3
  }
  const [first, second, third, fourth, last] = points
  if (!first || !second || !third || !fourth) return undefined
  if (last && (last[0] !== first[0] || last[1] !== first[1])) return undefined
  const alternates =
    (first[1] === second[1] && second[0] === third[0] && third[1] === fourth[1] && fourth[0] === first[0]) ||
    (first[0] === second[0] && second[1] === third[1] && third[0] === fourth[0] && fourth[1] === first[1])
  return alternates ? boxOf([first, second, third, fourth]) : undefined
}
