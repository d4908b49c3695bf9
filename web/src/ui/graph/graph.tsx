import { useMemo } from 'react'
import { Icon, type IconName } from '../icon.tsx'
import type { Tone } from '../state-tag.tsx'
import { type Edge, layoutDown, layoutOf, nodeHeight, nodeWidth, type Point } from './layout.ts'
import './graph.css'

type FlowNode = {
  id: string
  name: string
  icon: IconName
  /** What became of it: always with a word, which screen readers get. */
  state?: { icon: IconName; tone: Tone; word: string } | undefined
}
type FlowEdge = Edge & { label?: string | undefined; isTaken: boolean }

type FlowGraphProps = {
  label: string
  nodes: readonly FlowNode[]
  edges: readonly FlowEdge[]
  /** For narrow places: from top to bottom instead of left to right. */
  isDownward?: boolean
  chosen?: string | undefined
  /** Without it the nodes are only looked at. */
  onChoose?(id: string): void
}

const margin = 12

/** A smooth line through the points, leaving and arriving in the direction of the graph. */
function lineOf(points: readonly Point[], isDownward: boolean): string {
  return points
    .map(({ x, y }, at) => {
      const before = points[at - 1]
      if (!before) return `M${x} ${y}`
      if (isDownward) {
        const bend = Math.max(14, Math.abs(y - before.y) / 2)
        return `C${before.x} ${before.y + bend} ${x} ${y - bend} ${x} ${y}`
      }
      const bend = Math.max(24, Math.abs(x - before.x) / 2)
      return `C${before.x + bend} ${before.y} ${x - bend} ${y} ${x} ${y}`
    })
    .join('')
}

const Inside = ({ node: { name, icon, state } }: { node: FlowNode }) => (
  <>
    <Icon name={icon} />
    <span className="flow-name" title={name}>
      {name}
    </span>
    {state && (
      <>
        <Icon name={state.icon} className="flow-state" />
        <span className="sr">{state.word}</span>
      </>
    )}
  </>
)

/** A graph to look at, laid out by itself. Its nodes can be chosen. */
export function FlowGraph({ label, nodes, edges, isDownward = false, chosen, onChoose }: FlowGraphProps) {
  const known = useMemo(() => new Set(nodes.map(({ id }) => id)), [nodes])
  const drawn = useMemo(
    () => edges.filter(({ from, to }) => known.has(from) && known.has(to)),
    [edges, known],
  )
  const { places, routes, width, height } = useMemo(
    () =>
      (isDownward ? layoutDown : layoutOf)(
        nodes.map(({ id }) => id),
        drawn,
      ),
    [nodes, drawn, isDownward],
  )
  const size = { width: width + 2 * margin, height: height + 2 * margin }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a drawing that scrolls, not a part of the page.
    <div className="flow-graph" role="region" aria-label={label} tabIndex={0}>
      <div className="flow-ground" style={size}>
        <svg {...size} aria-hidden="true">
          {drawn.map(({ from, to, label: port, isTaken }, at) => {
            const points = (routes[at] ?? []).map(({ x, y }) => ({ x: x + margin, y: y + margin }))
            const [start, next] = points
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: two edges may join the same nodes.
              <g key={`${from} ${to} ${at}`} className={isTaken ? 'taken' : ''}>
                <path d={lineOf(points, isDownward)} />
                {port && start && next && (
                  <text x={start.x + 8} y={start.y + (next.y > start.y + 8 ? 14 : -5)}>
                    {port}
                  </text>
                )}
              </g>
            )
          })}
        </svg>
        {nodes.map((node) => {
          const { x, y } = places.get(node.id) ?? { x: 0, y: 0 }
          const style = { left: x + margin, top: y + margin, width: nodeWidth, height: nodeHeight }
          if (!onChoose)
            return (
              <div key={node.id} className="flow-node flow-still" style={style}>
                <Inside node={node} />
              </div>
            )
          return (
            <button
              key={node.id}
              type="button"
              className="flow-node"
              data-tone={node.state?.tone}
              aria-pressed={node.id === chosen}
              style={style}
              onClick={() => onChoose(node.id)}
            >
              <Inside node={node} />
            </button>
          )
        })}
      </div>
    </div>
  )
}
