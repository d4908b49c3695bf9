import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { client } from '../../../api/client.ts'
import { queryClient } from '../../../api/read.ts'
import type { TableRow } from '../tables.queries.ts'
import { filterQuery, type TableSearch } from '../tables.search.ts'
import { type PagePlace, pageSize, placeOf, stretch } from './pages.ts'

type Page = Awaited<ReturnType<typeof client.tableRows.list>>

type Range = { offset: number; limit: number; isDescending: boolean }

/** Rows of the whole list, or of the part of it behind a row. */
function readRows(
  id: string,
  search: TableSearch,
  after: string | undefined,
  { isDescending, ...range }: Range,
  signal: AbortSignal,
): Promise<Page> {
  const query = { ...filterQuery(search), ...range, ...(isDescending && { dir: 'desc' as const }) }
  if (after !== undefined)
    return client.tableRows.listAfter({ params: { id, rowId: after }, query }, { signal })
  const sorted = { ...query, ...(search.sort && { sort: search.sort }) }
  return client.tableRows.list({ params: { id }, query: sorted }, { signal })
}

const lastOfStretch = { offset: stretch - 1, limit: 1, isDescending: false }

/** The last row of a stretch: the next one begins behind it. */
async function endOfStretch(tableId: string, search: TableSearch, nr: number): Promise<string | undefined> {
  if (nr === 0) return undefined
  const after = await endOfStretch(tableId, search, nr - 1)
  const { rows } = await queryClient.fetchQuery({
    queryKey: [...client.tableRows.list.key, tableId, search, { after }] as const,
    queryFn: ({ signal }) => readRows(tableId, search, after, lastOfStretch, signal),
  })
  return rows[0]?.id
}

const queryOf = (tableId: string, search: TableSearch, place: PagePlace) => {
  const { offset, limit, stretches, isReversed } = place
  const range = { offset, limit, isDescending: isReversed || search.dir === 'desc' }
  return queryOptions({
    queryKey: [...client.tableRows.list.key, tableId, search, place] as const,
    queryFn: async ({ signal }) => {
      const after = await endOfStretch(tableId, search, stretches)
      const page = await readRows(tableId, search, after, range, signal)
      return isReversed ? { ...page, rows: page.rows.toReversed() } : page
    },
  })
}

const headPlace: PagePlace = { offset: 0, limit: pageSize, stretches: 0, isReversed: false }

/** The rows of a table by their place: the pages in view are read, and again when they change. */
export function useRows(tableId: string, search: TableSearch, shown: { first: number; last: number }) {
  const isSorted = search.sort !== undefined
  const headQuery = useQuery({ ...queryOf(tableId, search, headPlace), placeholderData: keepPreviousData })
  const total = headQuery.data?.total ?? 0
  const wanted: { page: number; place: PagePlace }[] = []
  for (let page = shown.first; page <= shown.last && page * pageSize < total; page += 1) {
    const place = placeOf(page, total, isSorted)
    if (place) wanted.push({ page, place })
  }
  const pages = useQueries({ queries: wanted.map(({ place }) => queryOf(tableId, search, place)) })
  const byPage = new Map(wanted.map(({ page }, at) => [page, pages[at]?.data?.rows ?? []] as const))
  const rowAt = (index: number): TableRow | undefined =>
    byPage.get(Math.floor(index / pageSize))?.[index % pageSize]
  return {
    total,
    totalUnfiltered: headQuery.data?.totalUnfiltered ?? 0,
    rowAt,
    isReachable: (index: number) => placeOf(Math.floor(index / pageSize), total, isSorted) !== undefined,
    isPending: headQuery.isPending,
    error: headQuery.data ? null : headQuery.error,
    refetch: () => void headQuery.refetch(),
  }
}

/** The rows of a range, read where they are not known yet. */
export async function readRange(
  tableId: string,
  search: TableSearch,
  total: number,
  from: number,
  to: number,
): Promise<(TableRow | undefined)[]> {
  const rows: (TableRow | undefined)[] = []
  for (let page = Math.floor(from / pageSize); page * pageSize < Math.min(to, total); page += 1) {
    const place = placeOf(page, total, search.sort !== undefined)
    const known = place && (await queryClient.fetchQuery(queryOf(tableId, search, place)))
    for (let index = page * pageSize; index < (page + 1) * pageSize; index += 1)
      if (index >= from && index < to) rows.push(known?.rows[index - page * pageSize])
  }
  return rows
}

/** Shows new values at once, before the service has confirmed them. */
export function showValues(rowId: string, values: TableRow['values']) {
  queryClient.setQueriesData<Page>({ queryKey: client.tableRows.list.key }, (page) => {
    if (!page?.rows.some(({ id }) => id === rowId)) return page
    return {
      ...page,
      rows: page.rows.map((row) =>
        row.id === rowId ? { ...row, values: { ...row.values, ...values } } : row,
      ),
    }
  })
}
