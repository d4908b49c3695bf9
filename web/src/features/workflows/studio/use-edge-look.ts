import { useCallback } from 'react'
import type { EdgeLook } from './canvas/edges.tsx'
import { useRun } from './try/run.store.ts'

/** Connections that the drawn test went along are lit, the others step back. */
export function useEdgeLook(): EdgeLook {
  const execution = useRun((run) => run.execution)
  const byNode = useRun((run) => run.byNode)
  return useCallback(
    ({ from, output, to }) => {
      if (!execution) return ''
      const [source, target] = [byNode.get(from), byNode.get(to)]
      const isLit = source?.output === output && target !== undefined && target.status !== 'skipped'
      return isLit ? (execution.simulated ? 'lit' : 'lit real') : 'dim'
    },
    [execution, byNode],
  )
}
