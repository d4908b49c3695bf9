import { getNodesBounds, getViewportForBounds, type Node, useStoreApi, type Viewport } from '@xyflow/react'
import { useLayoutEffect, useState } from 'react'
import { stepSize } from '../document/graph.types.ts'

export const zoomRange = { minZoom: 0.1, maxZoom: 1.5 }
export const fitOptions = { maxZoom: 1, padding: 0.2 }

const firstPlace = { x: 0, y: 0, ...stepSize }

/**
 * The part of the canvas that shows all steps; undefined in the very first moment. Steps are drawn there
 * from the start, and never measured, since their sizes and outputs are known: both would draw them a second time.
 */
export function useFirstView(box: HTMLElement, nodes: Node[]): Viewport | undefined {
  const store = useStoreApi()
  const [view, setView] = useState<Viewport>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first graph is fitted into the canvas.
  useLayoutEffect(() => {
    const { clientWidth: width, clientHeight: height } = box
    const bounds = nodes.length > 0 ? getNodesBounds(nodes) : firstPlace
    const { minZoom } = zoomRange
    const first = getViewportForBounds(bounds, width, height, minZoom, fitOptions.maxZoom, fitOptions.padding)
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
