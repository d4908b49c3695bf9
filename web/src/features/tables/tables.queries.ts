import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { read } from '../../api/read.ts'

export type Table = Awaited<ReturnType<typeof client.tables.list>>['tables'][number]
export type Column = Table['columns'][number]
export type TableRow = Awaited<ReturnType<typeof client.tableRows.list>>['rows'][number]
export type Cell = TableRow['values'][string]

export const tablesQuery = read(client.tables.list, {})

/** Structure is changed by administrators alone; rows by everybody. */
export const useIsAdmin = () => useQuery(read(client.account.read, {})).data?.member.role === 'admin'
