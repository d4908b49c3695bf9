import { type ReactNode, useEffect, useState } from 'react'
import type { Message } from '../messages.types.ts'
import { MessageView } from './message-view.tsx'

// Frames beyond these are loaded when a thread needs them, and leave with it.
const places = ['first', 'second', 'third'] as const

const none: readonly Message[] = []
const noIds: string[] = []

const isOpenAtFirst = (message: Message, last: Message | undefined) => message === last || !message.flags.seen

/** Whether the browser has drawn a thread since it was opened. */
function useIsDrawn(threadId: string, isRead: boolean): boolean {
  const [drawnId, setDrawnId] = useState<string>()
  useEffect(() => {
    if (!isRead) return
    let timer: ReturnType<typeof setTimeout>
    const request = requestAnimationFrame(() => {
      timer = setTimeout(() => setDrawnId(threadId))
    })
    return () => {
      cancelAnimationFrame(request)
      clearTimeout(timer)
    }
  }, [threadId, isRead])
  return drawnId === threadId
}

type ThreadMessagesProps = {
  threadId: string
  messages: readonly Message[] | undefined
  /** What follows them. */
  children: ReactNode
}

/**
 * The messages of a thread. Loading a frame takes longer than filling one, so the messages that are open at first get
 * places that stay from thread to thread, empty where there are fewer; and what follows the first of them is drawn
 * after it.
 */
export function ThreadMessages({ threadId, messages = none, children }: ThreadMessagesProps) {
  const isRead = messages.length > 0
  const last = messages.at(-1)
  const [opened, setOpened] = useState({ threadId: '', ids: noIds })
  const [placeCount, setPlaceCount] = useState(0)
  const isDrawn = useIsDrawn(threadId, isRead)
  if (isRead && opened.threadId !== threadId) {
    const ids = messages.filter((message) => isOpenAtFirst(message, last)).map(({ id }) => id)
    setOpened({ threadId, ids })
    setPlaceCount(Math.max(placeCount, Math.min(places.length, ids.length)))
  }
  const ids = opened.threadId === threadId ? opened.ids : noIds
  const placeOf = (id: string) => places[ids.indexOf(id)]
  const first = messages.findIndex(({ id }) => id === ids[0])
  const shown = isDrawn ? messages : messages.slice(0, first + 1)
  const taken = shown.filter(({ id }) => placeOf(id) !== undefined).length
  return (
    <>
      {/* A frame that is moved loads again: places keep their order, and the empty ones come last. */}
      {[
        ...shown.map((message) => (
          <MessageView
            key={placeOf(message.id) ?? message.id}
            message={message}
            startsOpen={isOpenAtFirst(message, last)}
            keepsFrame={placeOf(message.id) !== undefined}
          />
        )),
        ...places
          .slice(taken, placeCount)
          .map((place) => <MessageView key={place} message={undefined} startsOpen keepsFrame />),
      ]}
      {shown.length === messages.length && children}
    </>
  )
}
