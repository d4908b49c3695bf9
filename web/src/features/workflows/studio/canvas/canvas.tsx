import '@xyflow/react/dist/base.css'
import {
  type Connection as FlowConnection,
  type NodeChange,
  Panel,
  ReactFlow,
  useReactFlow,
  useStore,
} from '@xyflow/react'
import { memo, type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useWords } from '../../../../lib/words/words.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { canConnect, connect, move } from '../document/edits.ts'
import type { Connection, Position } from '../document/graph.types.ts'
import { edit, select, useStudio } from '../document/studio.store.ts'
import { useCatalogue } from '../node-types.tsx'
import { studioWords } from '../studio.words.ts'
import { type EdgeLook, Edges } from './edges.tsx'
import { fitOptions, maxDetailed, useFirstView, zoomRange } from './first-view.ts'
import { createNodeList } from './flow-elements.ts'
import { NoteNode } from './note-node.tsx'
import { FarContext, StepNode } from './step-node.tsx'

const nodeTypes = { step: StepNode, note: NoteNode }
const snapGrid: [number, number] = [10, 10]

const toConnection = ({
  source,
  sourceHandle,
  target,
}: Pick<FlowConnection, 'source' | 'target'> & { sourceHandle?: string | null }): Connection => ({
  from: source,
  output: sourceHandle ?? 'main',
  to: target,
})

function applyChanges(changes: NodeChange[]) {
  const places = new Map<string, Position>()
  let chosen: Set<string> | undefined
  for (const change of changes) {
    if (change.type === 'position' && change.position) places.set(change.id, change.position)
    if (change.type === 'select') {
      chosen ??= new Set(useStudio.getState().selection)
      if (change.selected) chosen.add(change.id)
      else chosen.delete(change.id)
    }
  }
  if (places.size > 0) edit((graph) => move(graph, places), 'move')
  if (chosen) select([...chosen])
}

type ToolsProps = { onTidy(): void; onOutline(): void; isOutline: boolean }

function Tools({ onTidy, onOutline, isOutline }: ToolsProps) {
  const t = useWords(studioWords)
  const flow = useReactFlow()
  const percent = useStore(({ transform }) => Math.round(transform[2] * 100))
  return (
    <Panel position="bottom-right" className="st-tools">
      <IconButton icon="tidy" label={t.tidy} keys="alt+shift+t" onClick={onTidy} />
      <IconButton icon="expand" label={t.fit} keys="0" onClick={() => void flow.fitView(fitOptions)} />
      <IconButton icon="minus" label={t.zoomOut} keys="-" onClick={() => void flow.zoomOut()} />
      <Button
        kind="quiet"
        size="small"
        className="num"
        title={t.zoomFull}
        onClick={() => void flow.zoomTo(1)}
      >
        {percent} %
      </Button>
      <IconButton icon="plus" label={t.zoomIn} keys="+" onClick={() => void flow.zoomIn()} />
      <IconButton icon="list" label={t.outline} aria-pressed={isOutline} onClick={onOutline} />
    </Panel>
  )
}

const farZoom = 0.45

/** The graph as it is drawn. A large one follows after whatever was typed is shown, except while a step is dragged. */
function useShownGraph() {
  const graph = useStudio((state) => state.graph)
  const later = useDeferredValue(graph)
  const [isDragging, setIsDragging] = useState(false)
  const onNodeDragStart = useCallback(() => setIsDragging(true), [])
  const onNodeDragStop = useCallback(() => setIsDragging(false), [])
  const isLarge = graph.nodes.length > maxDetailed
  return { graph: isLarge && !isDragging ? later : graph, isLarge, onNodeDragStart, onNodeDragStop }
}

function isInView(box: HTMLElement, element: HTMLElement): boolean {
  const [outer, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()]
  const [x, y] = [inner.left + inner.width / 2, inner.top + inner.height / 2]
  return x >= outer.left && x <= outer.right && y >= outer.top && y <= outer.bottom
}

/** A chosen step is brought into view, however it was chosen, and gets the focus of the canvas. */
function useFollowing(box: HTMLElement) {
  const flow = useReactFlow()
  const only = useStudio(({ selection }) => (selection.length === 1 ? selection[0] : undefined))
  useEffect(() => {
    if (!only) return
    const element = box.querySelector<HTMLElement>(`[data-step="${CSS.escape(only)}"]`)
    if (!element || !isInView(box, element))
      void flow.fitView({ nodes: [{ id: only }], maxZoom: flow.getZoom(), minZoom: flow.getZoom() })
    if (box.contains(document.activeElement)) element?.focus({ preventScroll: true })
  }, [only, box, flow])
}

const onConnect = (made: FlowConnection) => edit((now) => connect(now, toConnection(made)))
const isValid = (made: Parameters<typeof toConnection>[0]) =>
  canConnect(useStudio.getState().graph, toConnection(made))

type FlowProps = {
  box: HTMLElement
  edgeLook: EdgeLook
  selectedEdge: string | undefined
  onSelectEdge(id: string | undefined): void
  children: ReactNode
}

/** What is drawn. Every function stays the same: a new one would draw every step again. */
function Flow({ box, edgeLook, selectedEdge, onSelectEdge, children }: FlowProps) {
  const t = useWords(studioWords)
  const catalogue = useCatalogue()
  const { graph, isLarge, onNodeDragStart, onNodeDragStop } = useShownGraph()
  const selection = useStudio((state) => state.selection)
  const isFar = useStore(({ transform }) => isLarge && transform[2] < farZoom)
  const [nodeList] = useState(createNodeList)
  const nodes = useMemo(() => nodeList(graph, catalogue, selection), [nodeList, graph, catalogue, selection])
  const view = useFirstView(box, nodes)
  useFollowing(box)
  const onNodeClick = useCallback(() => onSelectEdge(undefined), [onSelectEdge])
  const onPaneClick = useCallback(() => {
    onSelectEdge(undefined)
    select([])
  }, [onSelectEdge])
  const chooseEdge = useCallback(
    (id: string) => {
      select([])
      onSelectEdge(id)
    },
    [onSelectEdge],
  )
  const onMoveStart = useCallback(() => box.classList.add('moving'), [box])
  const onMoveEnd = useCallback(() => box.classList.remove('moving'), [box])
  if (!view) return null
  return (
    <FarContext value={isFar}>
      <ReactFlow
        onlyRenderVisibleElements={isLarge && !isFar}
        onNodeDragStart={onNodeDragStart}
        onNodeDragStop={onNodeDragStop}
        nodes={nodes}
        nodeTypes={nodeTypes}
        onNodesChange={applyChanges}
        onConnect={onConnect}
        isValidConnection={isValid}
        onPaneClick={onPaneClick}
        onNodeClick={onNodeClick}
        onMoveStart={onMoveStart}
        onMoveEnd={onMoveEnd}
        deleteKeyCode={null}
        disableKeyboardA11y
        nodesFocusable={false}
        connectionRadius={28}
        snapToGrid
        snapGrid={snapGrid}
        defaultViewport={view}
        {...zoomRange}
        aria-label={t.canvas}
      >
        <Edges
          connections={graph.connections}
          lookOf={edgeLook}
          selected={selectedEdge}
          isFar={isFar}
          onSelect={chooseEdge}
        />
        {children}
      </ReactFlow>
    </FarContext>
  )
}

type CanvasProps = ToolsProps &
  Omit<FlowProps, 'box' | 'children'> & { onDropType(type: string, at: Position): void }

/** The steps and their connections, to be moved, chosen and connected by mouse or touch. */
export const Canvas = memo(function Canvas({
  onDropType,
  onTidy,
  onOutline,
  isOutline,
  ...shown
}: CanvasProps) {
  const flow = useReactFlow()
  const [box, setBox] = useState<HTMLElement | null>(null)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: steps can be dropped here; they can be added by keyboard as well.
    <div
      ref={setBox}
      className="st-canvas"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        const type = event.dataTransfer.getData('application/x-mailwright-step')
        if (type) onDropType(type, flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }))
      }}
    >
      {box && (
        <Flow box={box} {...shown}>
          <Tools onTidy={onTidy} onOutline={onOutline} isOutline={isOutline} />
        </Flow>
      )}
    </div>
  )
})
