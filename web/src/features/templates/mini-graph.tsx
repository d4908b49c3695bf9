import { useQuery } from '@tanstack/react-query'
import { type Graph, templateQuery } from './templates.queries.ts'

const tones: Record<string, number> = { trigger: 6, ai: 5, mail: 1, human: 4, data: 2, flow: 3, external: 6 }
const [width, height, columnGap, rowGap] = [26, 12, 34, 19]

type Box = { id: string; tone: number; x: number; y: number }

/** Columns by the shortest way from a start, so that loops end. */
function columnsOf({ nodes, connections }: Graph) {
  const targets = new Set(connections.map(({ to }) => to))
  const starts = nodes.filter(({ id }) => !targets.has(id))
  const column = new Map((starts.length > 0 ? starts : nodes.slice(0, 1)).map(({ id }) => [id, 0]))
  const waiting = [...column.keys()]
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
    for (const { from, to } of connections)
      if (from === id && !column.has(to)) {
        column.set(to, (column.get(id) ?? 0) + 1)
        waiting.push(to)
      }
  return column
}

function boxesOf(graph: Graph): Box[] {
  const column = columnsOf(graph)
  const rows = new Map<number, number>()
  return graph.nodes.map(({ id, type }) => {
    const x = column.get(id) ?? 0
    const row = rows.get(x) ?? 0
    rows.set(x, row + 1)
    return { id, tone: tones[type.split('.')[0] ?? ''] ?? 6, x: 4 + x * columnGap, y: 4 + row * rowGap }
  })
}

function Drawing({ graph }: { graph: Graph }) {
  const boxes = boxesOf(graph)
  const at = new Map(boxes.map((box) => [box.id, box]))
  const right = Math.max(0, ...boxes.map(({ x }) => x)) + width + 4
  const bottom = Math.max(0, ...boxes.map(({ y }) => y)) + height + 4
  return (
    <svg
      viewBox={`0 0 ${right} ${bottom}`}
      style={{ width: Math.min(136, right), maxHeight: 52 }}
      aria-hidden="true"
    >
      {graph.connections.map(({ from, output, to }) => {
        const [a, b] = [at.get(from), at.get(to)]
        if (!a || !b) return null
        const [x1, y1, x2, y2] = [a.x + width, a.y + height / 2, b.x, b.y + height / 2]
        const middle = (x1 + x2) / 2
        return (
          <path
            key={`${from} ${output} ${to}`}
            d={`M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`}
          />
        )
      })}
      {boxes.map(({ id, tone, x, y }) => (
        <rect
          key={id}
          x={x}
          y={y}
          width={width}
          height={height}
          rx={2.5}
          style={{ fill: `var(--tone-${tone})`, stroke: `var(--tone-${tone}-ink)` }}
        />
      ))}
    </svg>
  )
}

/** The shape of a template, small. */
export function MiniGraph({ id }: { id: string }) {
  const { data } = useQuery(templateQuery(id))
  return <span className="tp-thumb">{data && <Drawing graph={data.graph} />}</span>
}
