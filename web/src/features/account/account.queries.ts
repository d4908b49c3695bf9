import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { read } from '../../api/read.ts'

export const accountQuery = read(client.account.read, {})

/** The signed-in member, with their settings. */
export const useAccount = () => useQuery(accountQuery).data
