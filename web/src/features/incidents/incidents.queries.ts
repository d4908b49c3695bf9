import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { read } from '../../api/read.ts'

export type Incident = Awaited<ReturnType<typeof client.incidents.list>>['items'][number]

/** How many incidents nobody has acknowledged, as far as a page reaches; empty when there are none. */
export function useIncidentCount(): string {
  const { data } = useQuery(read(client.incidents.list, { query: { unacknowledged: 'true', limit: 100 } }))
  if (!data || data.items.length === 0) return ''
  return data.nextCursor ? `${data.items.length}+` : String(data.items.length)
}
