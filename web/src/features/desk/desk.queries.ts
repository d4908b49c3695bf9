import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { read } from '../../api/read.ts'

export const deskQuery = read(client.desk.list, { query: { limit: 100 } })

export type DeskItem = Awaited<ReturnType<typeof client.desk.list>>['items'][number]

/** What waits for a decision of the member. */
export const useDeskCount = () => useQuery(read(client.desk.counts, {})).data?.total ?? 0
