import { useQueries } from '@tanstack/react-query'
import { client } from '../../../api/client.ts'
import { read } from '../../../api/read.ts'

export type OutboxItem = Awaited<ReturnType<typeof client.sending.journal>>['items'][number]

const attentionStatuses = ['unknown', 'failed', 'held'] as const
const onItsWayStatuses = ['running', 'pending'] as const
type Status = (typeof attentionStatuses)[number] | (typeof onItsWayStatuses)[number]

const maxOfEach = 50
/** A failure that nobody has looked at for so long is history. */
const keptMs = 30 * 24 * 60 * 60_000

/** What waits on the desk is decided there. */
const isInReview = ({ reviewStatus }: OutboxItem) => reviewStatus === 'pending' || reviewStatus === 'snoozed'
const isRecent = ({ createdAt }: OutboxItem) => Date.now() - Date.parse(createdAt) < keptMs

function useMails(statuses: readonly Status[], enabled = true) {
  const reads = useQueries({
    queries: statuses.map((sendStatus) => ({
      ...read(client.sending.journal, { query: { sendStatus, limit: maxOfEach } }),
      enabled,
    })),
  })
  return {
    items: reads
      .flatMap(({ data }) => data?.items ?? [])
      .filter((item) => !isInReview(item) && isRecent(item))
      .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)),
    isPending: reads.some(({ isPending }) => isPending),
    error: reads.find(({ error, data }) => error && !data)?.error ?? null,
    retry: () => Promise.all(reads.map(({ refetch }) => refetch())),
  }
}

/** Mail that needs the member. */
export const useAttention = (enabled = true) => useMails(attentionStatuses, enabled)

/** Mail that has not left, newest first: what needs the member, and what is on its way. */
export function useOutbox() {
  const attention = useAttention()
  const onItsWay = useMails(onItsWayStatuses)
  return {
    attention: attention.items,
    onItsWay: onItsWay.items,
    isPending: attention.isPending || onItsWay.isPending,
    error: attention.error ?? onItsWay.error,
    retry: () => void Promise.all([attention.retry(), onItsWay.retry()]),
  }
}
