import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client, type Endpoint } from '../../api/client.ts'
import { read } from '../../api/read.ts'
import { type DashboardSearch, dashboardQuery } from './dashboard.search.ts'

export type RunFigures = Awaited<ReturnType<typeof client.dashboard.executions>>
export type MailFigures = Awaited<ReturnType<typeof client.dashboard.mail>>
export type AiFigures = Awaited<ReturnType<typeof client.dashboard.ai>>
export type DraftFigures = Awaited<ReturnType<typeof client.dashboard.drafts>>
export type Window = RunFigures['window']

// Figures have no live event of their own: most events change them.
const rereadMs = 30_000

type Query = ReturnType<typeof dashboardQuery>
type View<O> = Endpoint<{ query?: Query }, O>

function useView<O>(view: View<O>, search: DashboardSearch) {
  const query = dashboardQuery(search)
  return useQuery({
    ...read(view, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: rereadMs,
  })
}

/** The same for the period before: its series have the same buckets. */
function useViewBefore<O extends { window: Window }>(
  view: View<O>,
  search: DashboardSearch,
  now: O | undefined,
) {
  const { previousFrom = '', from = '' } = now?.window ?? {}
  // A sliding window is not read again for every moment that it has moved.
  const minute = (iso: string) => (iso ? `${iso.slice(0, 16)}:00.000Z` : iso)
  const period = { period: 'custom' as const, from: minute(previousFrom), to: minute(from) }
  return useQuery({
    ...read(view, { query: { ...dashboardQuery(search), ...period } }),
    enabled: now !== undefined,
    placeholderData: keepPreviousData,
  }).data
}

export function useDashboards(search: DashboardSearch) {
  const runs = useView(client.dashboard.executions, search)
  const mail = useView(client.dashboard.mail, search)
  const ai = useView(client.dashboard.ai, search)
  const drafts = useView(client.dashboard.drafts, search)
  const mailBefore = useViewBefore(client.dashboard.mail, search, mail.data)
  const aiBefore = useViewBefore(client.dashboard.ai, search, ai.data)
  const all = [runs, mail, ai, drafts]
  return {
    runs: runs.data,
    mail: mail.data,
    mailBefore,
    ai: ai.data,
    aiBefore,
    drafts: drafts.data,
    error: all.find(({ error, data }) => error && !data)?.error,
    retry: () => void Promise.all(all.map(({ refetch }) => refetch())),
  }
}
