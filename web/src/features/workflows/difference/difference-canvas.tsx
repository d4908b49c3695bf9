import '@xyflow/react/dist/base.css'
import {
  type Edge,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Panel,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react'
import { memo, useEffect, useMemo } from 'react'
import { useWords } from '../../../lib/words/words.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { handlesOf, portLabel, portPlace } from '../studio/canvas/ports.ts'
import { stepSize } from '../studio/document/graph.types.ts'
import { iconOf } from '../studio/node-types.tsx'
import { studioWords } from '../studio/studio.words.ts'
import { connectionKey } from './diff-graphs.ts'
import { differenceWords } from './difference.words.ts'
import type { Mark, UnitedConnection, UnitedStep } from './unite-graphs.ts'

const markIcons: Record<Mark, IconName | undefined> = {
  added: 'plus',
  removed: 'minus',
  changed: 'pen',
  same: undefined,
}

const DifferenceNode = memo(function DifferenceNode({ data }: NodeProps & { data: UnitedStep }) {
  const { step, mark, ports } = data
  const t = useWords(differenceWords)
  const names = useWords(studioWords).ports
  const icon = markIcons[mark]
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={false} />
      <div className="df-node" data-mark={mark}>
        <Icon name={iconOf(step.type)} />
        <span className="cut" title={step.name}>
          {step.name}
        </span>
        {icon && (
          <span className="df-mark">
            <Icon name={icon} size={14} />
            {t.marks[mark]}
          </span>
        )}
      </div>
      {ports.map((port, index) => (
        <span key={port} className="df-port" style={{ left: `${portPlace(index, ports.length) * 100}%` }}>
          <Handle type="source" id={port} position={Position.Bottom} isConnectable={false} />
          {ports.length > 1 && <span>{portLabel(port, names)}</span>}
        </span>
      ))}
    </>
  )
})

const nodeTypes = { step: DifferenceNode }
const edgeColours: Record<Mark, string> = {
  added: 'var(--good)',
  removed: 'var(--bad)',
  changed: 'var(--warn)',
  same: 'var(--line-control)',
}

const toNode = (united: UnitedStep): Node<UnitedStep> => ({
  id: united.step.id,
  type: 'step',
  position: united.position,
  data: united,
  ...stepSize,
  measured: stepSize,
  handles: handlesOf(united.ports, false),
})

const toEdge = ({ connection, mark }: UnitedConnection): Edge => ({
  id: connectionKey(connection),
  source: connection.from,
  sourceHandle: connection.output,
  target: connection.to,
  type: 'smoothstep',
  className: `df-edge ${mark}`,
  markerEnd: { type: MarkerType.ArrowClosed, width: 14, height: 14, color: edgeColours[mark] },
})

type DifferenceCanvasProps = {
  steps: readonly UnitedStep[]
  connections: readonly UnitedConnection[]
  /** Steps to bring into view; none: those that differ. */
  shown: readonly string[]
  onChoose(id: string): void
}

// Small graphs are shown whole.
const maxWhole = 12
const fitting = { maxZoom: 1, padding: 0.18 }

function Drawing({ steps, connections, shown, onChoose }: DifferenceCanvasProps) {
  const t = useWords(differenceWords)
  const flow = useReactFlow()
  const nodes = useMemo(() => steps.map(toNode), [steps])
  const edges = useMemo(() => connections.map(toEdge), [connections])
  const first = useMemo(() => {
    const marked = steps.filter(({ mark }) => mark !== 'same').map(({ step }) => ({ id: step.id }))
    return steps.length > maxWhole && marked.length > 0 ? { ...fitting, nodes: marked } : fitting
  }, [steps])
  useEffect(() => {
    if (shown.length > 0) void flow.fitView({ ...fitting, padding: 0.4, nodes: shown.map((id) => ({ id })) })
  }, [flow, shown])
  return (
    <ReactFlow
      id="difference"
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      nodesDraggable={false}
      nodesConnectable={false}
      nodesFocusable={false}
      edgesFocusable={false}
      elementsSelectable={false}
      onNodeClick={(_, { id }) => onChoose(id)}
      disableKeyboardA11y
      deleteKeyCode={null}
      minZoom={0.1}
      maxZoom={1.5}
      fitView
      fitViewOptions={first}
    >
      <Panel position="bottom-left" className="df-tools">
        <IconButton icon="expand" label={t.all} onClick={() => void flow.fitView(fitting)} />
      </Panel>
    </ReactFlow>
  )
}

/** Two graphs as one drawing, to look at. */
export function DifferenceCanvas(props: DifferenceCanvasProps) {
  const t = useWords(differenceWords)
  return (
    <section className="df-canvas" aria-label={t.drawing}>
      <ReactFlowProvider>
        <Drawing {...props} />
      </ReactFlowProvider>
    </section>
  )
}
