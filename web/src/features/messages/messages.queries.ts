import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { client } from '../../api/client.ts'
import { queryClient, read } from '../../api/read.ts'
import { effectOn, shownIn } from './acts/effects.ts'
import { usePendingActs } from './acts/pending.ts'
import { mergeHead, type ThreadPages } from './list/pages.ts'
import type { Place } from './place.ts'

const pageSize = 50
const maxPageSize = 200
const maxKeptThreads = 50

const queryOf = ({ folder, mailbox, q, filter, everywhere }: Place) => ({
  folder,
  ...(mailbox && { mailboxId: mailbox }),
  ...(q && { q }),
  ...(filter && { filter }),
  ...(q && everywhere && { searchEverywhere: true }),
})

const keyOf = (place: Place) => [...client.threads.list.key, queryOf(place)] as const

/** Reads the head of the list again and keeps what is known below it. */
async function readHead(place: Place, signal: AbortSignal): Promise<ThreadPages> {
  const known = queryClient.getQueryData<ThreadPages>(keyOf(place))
  const limit = Math.min(maxPageSize, Math.max(pageSize, known?.threads.length ?? 0))
  const readAt = Date.now()
  const { threads, nextCursor } = await client.threads.list(
    { query: { ...queryOf(place), limit } },
    { signal },
  )
  const acts = usePendingActs.getState().acts
  return mergeHead(known, { threads, nextCursor, readAt }, (thread) => shownIn(thread, place, acts))
}

async function loadMore(place: Place) {
  const known = queryClient.getQueryData<ThreadPages>(keyOf(place))
  if (!known?.nextCursor || known.isLoadingMore) return
  const change = (update: Partial<ThreadPages>) =>
    queryClient.setQueryData<ThreadPages>(keyOf(place), (now) => now && { ...now, ...update })
  change({ isLoadingMore: true })
  try {
    const page = await client.threads.list({
      query: { ...queryOf(place), cursor: known.nextCursor, limit: pageSize * 2 },
    })
    const now = queryClient.getQueryData<ThreadPages>(keyOf(place))?.threads ?? []
    const ids = new Set(now.map(({ id }) => id))
    change({
      threads: [...now, ...page.threads.filter(({ id }) => !ids.has(id))],
      nextCursor: page.nextCursor,
    })
  } finally {
    change({ isLoadingMore: false })
  }
}

const listQuery = (place: Place) =>
  queryOptions({ queryKey: keyOf(place), queryFn: ({ signal }) => readHead(place, signal) })

/** Reads a list that is about to be shown. */
export const prefetchThreads = (place: Place) => queryClient.prefetchQuery(listQuery(place))

/** The threads of a list: what was read, with the member's latest acts already applied. */
export function useThreadList(place: Place) {
  const { data, error, refetch, isPending } = useQuery(listQuery(place))
  const acts = usePendingActs((state) => state.acts)
  const { folder, everywhere = false } = place
  // The same list for the same data: rows, prefetching and keys depend on it.
  const threads = useMemo(() => {
    const own = Map.groupBy(acts, ({ threadId }) => threadId)
    return data?.threads.flatMap((thread) => {
      const mine = own.get(thread.id)
      if (!mine) return [thread]
      return shownIn(thread, { folder, everywhere }, mine, data.readAt) ?? []
    })
  }, [data, acts, folder, everywhere])
  return {
    threads,
    hasMore: Boolean(data?.nextCursor),
    loadMore: () => void loadMore(place).catch(() => undefined),
    error: data ? null : error,
    isPending,
    refetch,
  }
}

const threadQuery = (id: string) => read(client.threads.get, { params: { id } })

/** Reads a thread that is likely to be opened next. */
export const prefetchThread = (id: string | undefined) =>
  id ? queryClient.prefetchQuery(threadQuery(id)) : undefined

/** Forgets the threads that were read first: in five minutes a quick reader opens hundreds, with all their text. */
function forgetThreads() {
  const cache = queryClient.getQueryCache()
  const idle = cache.findAll({ queryKey: client.threads.get.key, type: 'inactive', fetchStatus: 'idle' })
  const oldestFirst = idle.toSorted((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt)
  for (const query of oldestFirst.slice(0, Math.max(0, idle.length - maxKeptThreads))) cache.remove(query)
}

/** A thread with its messages, and the member's latest acts applied to its flags. */
export function useThread(id: string) {
  const query = useQuery(threadQuery(id))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each thread that is opened may be one too many.
  useEffect(forgetThreads, [id])
  const acts = usePendingActs((state) => state.acts)
  const own = acts.filter((act) => act.threadId === id && (act.doneAt ?? Infinity) > query.dataUpdatedAt)
  const thread = query.data && own.reduce((now, act) => effectOn(now, act), query.data.thread)
  return { ...query, thread, messages: query.data?.messages }
}
