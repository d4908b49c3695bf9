import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { mailboxesQuery } from '../features/mailboxes/index.ts'

/** The inbox, or connecting a mailbox while there is none. */
export function StartPage() {
  const { data, isError } = useQuery(mailboxesQuery)
  if (!data && !isError) return null
  if (data?.mailboxes.length === 0) return <Navigate to="/connect" replace />
  return <Navigate to="/mail/$folder" params={{ folder: 'inbox' }} replace />
}
