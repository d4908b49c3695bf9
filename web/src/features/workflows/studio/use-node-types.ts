import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { client } from '../../../api/client.ts'
import { useLook } from '../../../lib/look.ts'

/** Titles are in the language of the member, so they are read again when it changes. */
export function useNodeTypes() {
  const locale = useLook((look) => look.locale)
  const { data, error } = useQuery({
    queryKey: [...client.nodeTypes.list.key, locale],
    queryFn: ({ signal }) => client.nodeTypes.list({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const catalogue = useMemo(() => data && new Map(data.nodeTypes.map((type) => [type.type, type])), [data])
  return { catalogue, error }
}
