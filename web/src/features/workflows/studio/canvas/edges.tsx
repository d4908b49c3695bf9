import { getSmoothStepPath, type Node, Position, useStore, ViewportPortal } from '@xyflow/react'
import { memo, useMemo } from 'react'
import type { Connection } from '../document/graph.types.ts'

export const edgeId = ({ from, output, to }: Connection) => `${from} ${output} ${to}`

export type EdgeLook = (connection: Connection) => string

type Ends = { sourceX: number; sourceY: number; targetX: number; targetY: number }

/** Where a connection begins and ends; undefined if its step or output does not exist. */
function endsOf(nodes: ReadonlyMap<string, Node>, { from, output, to }: Connection): Ends | undefined {
  const [source, target] = [nodes.get(from), nodes.get(to)]
  const out = source?.handles?.find(({ type, id }) => type === 'source' && id === output)
  const into = target?.handles?.find(({ type }) => type === 'target')
  if (!source || !target || !out || !into) return undefined
  return {
    sourceX: source.position.x + out.x + (out.width ?? 0) / 2,
    sourceY: source.position.y + out.y + (out.height ?? 0),
    targetX: target.position.x + into.x + (into.width ?? 0) / 2,
    targetY: target.position.y + into.y,
  }
}

type EdgeProps = Ends & { id: string; look: string; isSelected: boolean }

const Edge = memo(function Edge({ id, look, isSelected, ...ends }: EdgeProps) {
  const [path] = getSmoothStepPath({
    ...ends,
    sourcePosition: Position.Bottom,
    targetPosition: Position.Top,
  })
  return (
    <g className={`st-edge nopan ${look}`} data-edge={id} data-selected={isSelected ? '' : undefined}>
      <path className="st-edge-line" d={path} markerEnd="url(#st-arrow)" />
      <path className="st-edge-reach" d={path} />
    </g>
  )
})

type EdgesProps = {
  connections: readonly Connection[]
  lookOf: EdgeLook
  selected: string | undefined
  isFar: boolean
  onSelect(id: string): void
}

/** All connections in one picture: as edges of the library, each would be a picture and three subscriptions. */
export function Edges({ connections, lookOf, selected, isFar, onSelect }: EdgesProps) {
  const nodes = useStore((state) => state.nodes)
  const byId = useMemo(() => new Map(nodes.map((node) => [node.id, node])), [nodes])
  return (
    <ViewportPortal>
      <svg
        className={isFar ? 'st-edges far' : 'st-edges'}
        aria-hidden="true"
        onClick={({ target }) => {
          const id = (target as Element).closest<SVGElement>('[data-edge]')?.dataset.edge
          if (id) onSelect(id)
        }}
      >
        <marker
          id="st-arrow"
          markerWidth={14}
          markerHeight={14}
          viewBox="-10 -10 20 20"
          orient="auto"
          refX={0}
          refY={0}
        >
          <polyline points="-5,-4 0,0 -5,4 -5,-4" />
        </marker>
        {connections.map((connection) => {
          const id = edgeId(connection)
          const ends = endsOf(byId, connection)
          return (
            ends && <Edge key={id} id={id} look={lookOf(connection)} isSelected={id === selected} {...ends} />
          )
        })}
      </svg>
    </ViewportPortal>
  )
}
