import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLook } from '../../../lib/look.ts'
import { nodeTypesQuery } from '../workflows.queries.ts'

export function useNodeTypes() {
  const locale = useLook((look) => look.locale)
  const { data, error } = useQuery(nodeTypesQuery(locale))
  const catalogue = useMemo(() => data && new Map(data.nodeTypes.map((type) => [type.type, type])), [data])
  return { catalogue, error }
}
