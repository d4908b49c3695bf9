import { useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ReadFault } from '../../../api/read-fault.tsx'
import { useCommands } from '../../../lib/keyboard/commands.ts'
import { useWords } from '../../../lib/words/words.ts'
import { perform } from '../acts/perform.ts'
import { useMail } from '../list/mail-context.ts'
import { useThread } from '../messages.queries.ts'
import type { Message } from '../messages.types.ts'
import { messageWords } from '../messages.words.ts'
import { ReaderBar } from './reader-bar.tsx'
import { ReplyBar } from './reply-bar.tsx'
import { ThreadMessages } from './thread-messages.tsx'
import { askForImages, mayShowImages } from './use-remote-images.ts'
import { WhyPane } from './why-pane.tsx'

const readAfterMs = 600

/** An unread thread counts as read once the member stays with it. */
function useMarkRead(id: string, isUnread: boolean) {
  const marked = useRef<string>(undefined)
  useEffect(() => {
    if (!isUnread || marked.current === id) return
    const timer = setTimeout(() => {
      marked.current = id
      void perform({ action: 'markRead', threadIds: [id], isQuiet: true })
    }, readAfterMs)
    return () => clearTimeout(timer)
  }, [id, isUnread])
}

function useImagesCommand(messages: readonly Message[] | undefined) {
  const t = useWords(messageWords)
  const ids = messages?.filter(mayShowImages).map(({ id }) => id) ?? []
  const command = {
    id: 'images',
    title: t.images.show,
    group: t.reader,
    keys: ['i'],
    icon: 'picture' as const,
  }
  useCommands(ids.length > 0 ? [{ ...command, run: () => askForImages(ids) }] : [])
}

function Skeleton() {
  return (
    <div className="reader skeleton" aria-hidden="true">
      <span className="bone" style={{ '--w': '60%' }} />
      <span className="bone" style={{ '--w': '30%' }} />
      <span className="bone" style={{ '--w': '88%' }} />
      <span className="bone" style={{ '--w': '80%' }} />
    </div>
  )
}

/** The reader: one thread, its messages in order. */
export function ThreadPage() {
  const t = useWords(messageWords)
  const { threadId } = useParams({ from: '/shell/mail/$folder/$threadId' })
  const mail = useMail()
  const { thread, messages, error, refetch, isPending } = useThread(threadId)
  useImagesCommand(messages)
  useMarkRead(threadId, (thread?.unreadCount ?? 0) > 0)
  const scroller = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another thread begins at its top.
  useEffect(() => {
    scroller.current?.scrollTo(0, 0)
  }, [threadId])
  const last = messages?.at(-1)
  return (
    <>
      <section className="pane reader-pane" aria-label={t.thread}>
        <ReaderBar mail={mail} thread={thread} />
        {isPending && <Skeleton />}
        {error && !thread && <ReadFault error={error} onRetry={() => void refetch()} />}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard. */}
        <div className="reader" ref={scroller} tabIndex={0} hidden={!thread}>
          {thread && (
            <header className="subject">
              <h1>{thread.subject || t.noSubject}</h1>
            </header>
          )}
          <ThreadMessages threadId={threadId} messages={messages}>
            {last && <ReplyBar message={last} />}
          </ThreadMessages>
        </div>
      </section>
      {last && <WhyPane message={last} />}
    </>
  )
}
