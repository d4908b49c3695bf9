import { saveText } from '../conversations/messages.store.ts'
import type { AssistantDeps } from '../ports.ts'

const flushMs = 150
/** Fits the channel, whatever the text is encoded to. */
const maxPiece = 1000

type Target = { memberId: string; conversationId: string; messageId: string }

/**
 * Stores the text of an answer as it comes, then publishes what is new. A client that has missed a piece sees it by
 * `offset` and reads the conversation. `onLost`: the turn has ended meanwhile.
 */
export function createTextStream({ db, live }: AssistantDeps, target: Target, onLost: () => void) {
  let text = ''
  let published = 0
  let seq = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const publish = (upTo: number) => {
    while (published < upTo) {
      const piece = text.slice(published, Math.min(upTo, published + maxPiece))
      const { memberId, conversationId, messageId } = target
      const data = { conversationId, messageId, seq: seq++, offset: published, text: piece }
      live.publish(db, { memberId, type: 'assistant.delta', data })
      published += piece.length
    }
  }
  const flush = async () => {
    timer = undefined
    const upTo = text.length
    if (upTo === published) return
    if (await saveText(db, target.messageId, text.slice(0, upTo).replaceAll('\0', ''))) publish(upTo)
    else onLost()
  }
  const schedule = () => {
    timer ??= setTimeout(() => {
      writing = writing.then(flush).catch(onLost)
    }, flushMs)
  }
  return {
    add: (piece: string) => {
      text += piece
      schedule()
    },
    /** Publishes the rest; the complete text is stored by the caller. */
    end: async () => {
      clearTimeout(timer)
      await writing
      publish(text.length)
    },
  }
}
