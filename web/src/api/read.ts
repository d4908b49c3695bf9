import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { Endpoint } from './client.ts'
import { ApiError, isNetworkError } from './errors.ts'

const mayHelpAgain = (failures: number, error: unknown) =>
  failures < 2 && (isNetworkError(error) || !(error instanceof ApiError))

/** What was read from the service. It stays valid until a live event says otherwise. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 60_000, retry: mayHelpAgain, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
})

/** The options of a query for a route: its key is made of the contract's words, so nobody writes keys by hand. */
export const read = <I, O>(endpoint: Endpoint<I, O>, input: NoInfer<I>) =>
  queryOptions({
    queryKey: [...endpoint.key, input] as const,
    queryFn: ({ signal }) => endpoint(input, { signal }),
  })

/** Marks all replies of these routes or domains as outdated; those on screen are read again. */
export const reread = (...keys: readonly (readonly string[])[]) =>
  Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
