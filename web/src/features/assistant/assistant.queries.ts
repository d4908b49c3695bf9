import { useEffect, useState } from 'react'
import { client } from '../../api/client.ts'
import { onLive } from '../../api/live.ts'
import { read } from '../../api/read.ts'

export const conversationQuery = (id: string) => read(client.assistant.get, { params: { id } })
export const conversationsQuery = read(client.assistant.list, { query: { limit: 20 } })

type Reply = Awaited<ReturnType<typeof client.assistant.get>>
export type Message = Reply['messages'][number]
export type Proposal = Reply['proposals'][number]

/** The words of an answer while they arrive, by message. What was stored meanwhile is read with the conversation. */
export function useStream(conversationId: string | undefined): ReadonlyMap<string, string> {
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    setTexts(new Map())
    return onLive('assistant.delta', ({ data }) => {
      if (!('text' in data) || data.conversationId !== conversationId) return
      const { messageId, offset, text } = data as { messageId: string; offset: number; text: string }
      setTexts((known) => {
        const before = known.get(messageId) ?? ''
        // Earlier words that were missed are read with the conversation; until then nothing is shown out of order.
        if (offset > before.length) return known
        return new Map([...known, [messageId, before.slice(0, offset) + text]])
      })
    })
  }, [conversationId])
  return texts
}
