import { useQueries, useQuery } from '@tanstack/react-query'
import { createContext, useContext, useMemo, useState } from 'react'
import { client } from '../../../../api/client.ts'
import { queryClient, read } from '../../../../api/read.ts'
import { useRun } from '../try/run.store.ts'
import { usePastRuns } from '../try/use-past-runs.ts'

type Mail = { id: string; subject: string; from: string; isPinned: boolean }

/** The mail on which expressions are shown, and what they see of it. */
type Preview = {
  mails: readonly Mail[]
  mail: Mail | undefined
  scope: Readonly<Record<string, unknown>> | undefined
  choose(id: string): void
}

export const PreviewContext = createContext<Preview>({
  mails: [],
  mail: undefined,
  scope: undefined,
  choose: () => undefined,
})
export const usePreview = () => useContext(PreviewContext)

type Message = Awaited<ReturnType<typeof client.messages.list>>['messages'][number]

const mailOf = (
  { id, subject, from }: Pick<Message, 'id' | 'subject' | 'from'>,
  isPinned: boolean,
): Mail => ({
  id,
  subject: subject ?? '',
  from: from?.name || from?.email || '',
  isPinned,
})

const lastMails = read(client.messages.list, { query: { limit: 50 } })
const pinsQuery = (id: string) => read(client.workflows.testMessages, { params: { id } })

/** The mails pinned to the workflow first, then the last fifty. */
function useMails(workflowId: string): readonly Mail[] {
  const { data: last } = useQuery(lastMails)
  const { data: pins } = useQuery(pinsQuery(workflowId))
  const ids = pins?.messageIds ?? []
  const known = new Map((last?.messages ?? []).map((message) => [message.id, message]))
  const older = useQueries({
    queries: ids.filter((id) => !known.has(id)).map((id) => read(client.messages.get, { params: { id } })),
    combine: (results) => results.flatMap(({ data }) => (data ? [data] : [])),
  })
  const pinned = ids.flatMap((id) => known.get(id) ?? older.find((message) => message.id === id) ?? [])
  const key = JSON.stringify([ids, pinned.length])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is pinned.
  return useMemo(
    () => [
      ...pinned.map((message) => mailOf(message, true)),
      ...(last?.messages ?? [])
        .filter(({ id }) => !ids.includes(id))
        .map((message) => mailOf(message, false)),
    ],
    [last, key],
  )
}

const maxPinned = 20

/** Keeps a mail at hand for the tests of the workflow, or lets it go. */
export async function togglePin(workflowId: string, mail: Mail) {
  const { messageIds } = await queryClient.ensureQueryData(pinsQuery(workflowId))
  const others = messageIds.filter((id) => id !== mail.id)
  const body = { messageIds: mail.isPinned ? others : [mail.id, ...others].slice(0, maxPinned) }
  const stored = await client.workflows.setTestMessages({ params: { id: workflowId }, body })
  queryClient.setQueryData(pinsQuery(workflowId).queryKey, stored)
}

/** The mail chosen, or else a pinned one, one that the trigger matches, the newest; with the outputs of the last test run on it. */
export function usePreviewState(workflowId: string): Preview {
  const mails = useMails(workflowId)
  const [chosen, choose] = useState<string>()
  const matched = usePastRuns().past?.examples.map(({ messageId }) => messageId) ?? []
  const mail =
    mails.find(({ id }) => id === chosen) ??
    mails.find(({ id, isPinned }) => isPinned || matched.includes(id)) ??
    mails[0]
  const { data } = useQuery({
    ...read(client.runs.scope, { params: { id: mail?.id ?? '' } }),
    enabled: mail !== undefined,
  })
  const steps = useRun((run) => run.steps)
  const scope = useMemo(
    () => data && { ...data.scope, steps, now: new Date().toISOString(), trigger: {}, loop: undefined },
    [data, steps],
  )
  return useMemo(() => ({ mails, mail, scope, choose }), [mails, mail, scope])
}
