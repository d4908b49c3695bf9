import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client } from '../../../../api/client.ts'
import { useStudio } from '../document/studio.store.ts'

export const pastDays = 30

/** How often the draft would have run on the member's own mail, counted again after each save. */
export function usePastRuns() {
  const id = useStudio((state) => state.workflowId)
  const base = useStudio((state) => state.base)
  const isSaved = useStudio((state) => state.save === 'saved')
  const hasTrigger = useStudio(({ graph }) =>
    graph.nodes.some(({ type, disabled }) => type === 'trigger.message' && !disabled),
  )
  const { data } = useQuery({
    queryKey: [...client.analyzer.triggerHistory.key, id, base],
    queryFn: ({ signal }) =>
      client.analyzer.triggerHistory({ params: { id }, query: { days: pastDays } }, { signal }),
    enabled: isSaved && hasTrigger,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return { past: hasTrigger ? data : undefined, hasTrigger }
}
