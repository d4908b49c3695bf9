import { queryOptions, useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { read } from '../../api/read.ts'
import type { Locale } from '../../lib/words/words.ts'

export const workflowsQuery = (withArchived: boolean) =>
  read(client.workflows.list, { query: withArchived ? { includeArchived: 'true' } : {} })

export const workflowQuery = (id: string) => read(client.workflows.get, { params: { id } })

/** Titles are in the language of the member, so they are read again when it changes. */
export const nodeTypesQuery = (locale: Locale) =>
  queryOptions({
    queryKey: [...client.nodeTypes.list.key, locale],
    queryFn: ({ signal }) => client.nodeTypes.list({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export type Workflow = Awaited<ReturnType<typeof client.workflows.list>>['workflows'][number]

const dayMs = 24 * 60 * 60 * 1000
/** The same text all day, so that the page does not read again whenever it is drawn. */
const sevenDaysAgo = () => new Date(Math.floor(Date.now() / dayMs) * dayMs - 6 * dayMs).toISOString()

export type Health = { failed: number; total: number }

/** How the runs of the last seven days ended, by workflow. */
export function useHealth(): ReadonlyMap<string, Health> {
  const { data } = useQuery(read(client.executions.summary, { query: { since: sevenDaysAgo() } }))
  return new Map((data?.byWorkflow ?? []).map((one) => [one.workflowId, one]))
}
