import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { read } from '../../api/read.ts'
import { useLook } from '../../lib/look.ts'

export type Template = Awaited<ReturnType<typeof client.templates.list>>['templates'][number]
export type Graph = Awaited<ReturnType<typeof client.templates.get>>['graph']
export type NodeType = Awaited<ReturnType<typeof client.nodeTypes.list>>['nodeTypes'][number]

export const templateQuery = (id: string) => read(client.templates.get, { params: { id } })

/** Names come in the language of the member, so they are read again when it changes. */
export function useTemplates() {
  const locale = useLook((look) => look.locale)
  return useQuery({
    queryKey: [...client.templates.list.key, locale],
    queryFn: ({ signal }) => client.templates.list({}, { signal }),
  })
}

export function useNodeTypes(): ReadonlyMap<string, NodeType> {
  const locale = useLook((look) => look.locale)
  const { data } = useQuery({
    queryKey: [...client.nodeTypes.list.key, locale],
    queryFn: ({ signal }) => client.nodeTypes.list({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return new Map((data?.nodeTypes ?? []).map((type) => [type.type, type]))
}
