import {
  getNodesBounds,
  getViewportForBounds,
  type Node,
  type Rect,
  useStoreApi,
  type Viewport,
} from '@xyflow/react'
import { useLayoutEffect, useState } from 'react'
import { stepSize } from '../document/graph.types.ts'

export const zoomRange = { minZoom: 0.1, maxZoom: 1.5 }
export const fitOptions = { maxZoom: 1, padding: 0.2 }

const firstPlace = { x: 0, y: 0, ...stepSize }

// Above this many steps, those out of sight are not drawn, and from far away all are drawn without details.
export const maxDetailed = 80
/** From further away, the words of a step cannot be read. */
const readableZoom = 0.7
const margin = 32
const maxPhoneWidth = 600

/** Where the graph begins on one axis: in the middle if it fits, otherwise with its first step in view. */
function startOf(room: number, from: number, length: number, first: number): number {
  if (length <= room - 2 * margin) return (room - length) / 2 - from
  const wanted = room / 2 - first
  return Math.min(margin - from, Math.max(room - margin - from - length, wanted))
}

type Box = { width: number; height: number }

/** All steps if they can be read then; otherwise as many as can, from the first on. A large graph is shown as a whole. */
export function viewOf(
  nodes: readonly Pick<Node, 'position'>[],
  bounds: Rect,
  { width, height }: Box,
): Viewport {
  const { minZoom } = zoomRange
  const whole = getViewportForBounds(bounds, width, height, minZoom, fitOptions.maxZoom, fitOptions.padding)
  const isOverview = nodes.length > maxDetailed && width > maxPhoneWidth
  if (whole.zoom >= readableZoom || isOverview) return whole
  const zoom = readableZoom
  const first = nodes[0]?.position ?? bounds
  return {
    zoom,
    x: startOf(width, bounds.x * zoom, bounds.width * zoom, (first.x + stepSize.width / 2) * zoom),
    y: startOf(height, bounds.y * zoom, bounds.height * zoom, (first.y + stepSize.height / 2) * zoom),
  }
}

/**
 * The part of the canvas that is shown first; undefined in the very first moment. Steps are drawn there
 * from the start, and never measured, since their sizes and outputs are known: both would draw them a second time.
 */
export function useFirstView(box: HTMLElement, nodes: Node[]): Viewport | undefined {
  const store = useStoreApi()
  const [view, setView] = useState<Viewport>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first graph is fitted into the canvas.
  useLayoutEffect(() => {
    const { clientWidth: width, clientHeight: height } = box
    const bounds = nodes.length > 0 ? getNodesBounds(nodes) : firstPlace
    const first = viewOf(nodes, bounds, { width, height })
    store.setState({
      width,
      height,
      transform: [first.x, first.y, first.zoom],
      updateNodeInternals: () => undefined,
    })
    store.getState().setNodes(nodes)
    setView(first)
  }, [])
  return view
}
