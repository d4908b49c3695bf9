import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { queryClient, read } from '../../api/read.ts'
import type { RunPages } from './executions.types.ts'
import { mergeRuns } from './merge-runs.ts'
import { type RunsSearch, runsQuery } from './runs.search.ts'

const pageSize = 50
const maxPageSize = 200

const keyOf = (search: RunsSearch) => [...client.executions.list.key, runsQuery(search)] as const

const listOf = ({ from, to }: RunsSearch) =>
  from || to ? client.executions.listPeriod : client.executions.list

/** Reads the head of the list again and keeps what is known below it. */
async function readHead(search: RunsSearch, signal: AbortSignal): Promise<RunPages> {
  const known = queryClient.getQueryData<RunPages>(keyOf(search))
  const limit = Math.min(maxPageSize, Math.max(pageSize, known?.runs.length ?? 0))
  const page = await listOf(search)({ query: { ...runsQuery(search), limit } }, { signal })
  return mergeRuns(known, { runs: page.executions, nextCursor: page.nextCursor })
}

let isLoadingMore = false
async function loadMore(search: RunsSearch) {
  const known = queryClient.getQueryData<RunPages>(keyOf(search))
  if (!known?.nextCursor || isLoadingMore) return
  isLoadingMore = true
  try {
    const query = { ...runsQuery(search), cursor: known.nextCursor, limit: pageSize * 2 }
    const page = await listOf(search)({ query })
    queryClient.setQueryData<RunPages>(keyOf(search), (now) => {
      const ids = new Set(now?.runs.map(({ id }) => id))
      const more = page.executions.filter(({ id }) => !ids.has(id))
      return { runs: [...(now?.runs ?? []), ...more], nextCursor: page.nextCursor }
    })
  } finally {
    isLoadingMore = false
  }
}

/** The runs of a list, newest first. */
export function useRuns(search: RunsSearch) {
  const { data, error, refetch, isPending } = useQuery({
    queryKey: keyOf(search),
    queryFn: ({ signal }) => readHead(search, signal),
  })
  return {
    runs: data?.runs,
    hasMore: Boolean(data?.nextCursor),
    loadMore: () => void loadMore(search).catch(() => undefined),
    error: data ? null : error,
    isPending,
    refetch,
  }
}

export const runQuery = (id: string) => read(client.executions.get, { params: { id } })

export const waitingQuery = (workflowId?: string) =>
  read(client.executions.waiting, { query: { limit: 200, ...(workflowId && { workflowId }) } })

const workflowsQuery = read(client.workflows.list, { query: { includeArchived: 'true' } })

/** The names of the member's workflows by id. */
export function useWorkflows() {
  const workflows = useQuery(workflowsQuery).data?.workflows
  return { workflows: workflows ?? [], nameOf: (id: string) => workflows?.find((one) => one.id === id)?.name }
}

/** How many runs failed in the last day. */
export const useFailedCount = () => useQuery(read(client.executions.summary, {})).data?.failed ?? 0
