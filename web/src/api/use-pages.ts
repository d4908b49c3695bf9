import { useInfiniteQuery } from '@tanstack/react-query'
import type { Endpoint } from './client.ts'

type Page = { nextCursor: string | null }

/** A list that is read page by page. `query` are its filters. */
export function usePages<I, O extends Page>(
  endpoint: Endpoint<I, O>,
  query: I extends { query?: infer Q } ? Q : never,
) {
  const result = useInfiniteQuery({
    queryKey: [...endpoint.key, { query, inPages: true }],
    queryFn: ({ pageParam, signal }) =>
      endpoint({ query: { ...(query as object), ...(pageParam && { cursor: pageParam }) } } as I, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  return { ...result, pages: result.data?.pages }
}
