import { useEffect, useState } from 'react'
import { client } from '../../api/client.ts'
import { onLive } from '../../api/live.ts'
import { read } from '../../api/read.ts'
import type { Piece } from './stream.ts'

export const conversationQuery = (id: string) => read(client.assistant.get, { params: { id } })
export const conversationsQuery = read(client.assistant.list, { query: { limit: 20 } })

type Reply = Awaited<ReturnType<typeof client.assistant.get>>
export type Message = Reply['messages'][number]
export type Proposal = Reply['proposals'][number]

type Pieces = ReadonlyMap<string, readonly Piece[]>

/** The words of an answer as they arrive, by message. */
export function useStream(conversationId: string): Pieces {
  const [pieces, setPieces] = useState<Pieces>(new Map())
  useEffect(() => {
    setPieces(new Map())
    return onLive('assistant.delta', ({ data }) => {
      if (!('text' in data) || data.conversationId !== conversationId) return
      const { messageId, offset, text } = data as Piece & { messageId: string }
      setPieces((known) => new Map(known).set(messageId, [...(known.get(messageId) ?? []), { offset, text }]))
    })
  }, [conversationId])
  return pieces
}
