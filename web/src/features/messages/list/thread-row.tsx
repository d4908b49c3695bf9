import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, memo } from 'react'
import { longTime, shortTime } from '../../../lib/dates.ts'
import { useLook } from '../../../lib/look.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { Thread } from '../messages.types.ts'
import { messageWords } from '../messages.words.ts'
import type { Place } from '../place.ts'

const namesOf = ({ participants, participantCount }: Thread, unknown: string) => {
  const names = participants.map(({ name, email }) => (name || email).trim())
  const shown = names.length > 1 ? names.map((name) => name.split(/[\s@]/)[0]) : names
  const more = participantCount - names.length
  return (shown.join(', ') || unknown) + (more > 0 ? ` +${more}` : '')
}

type ThreadRowProps = {
  thread: Thread
  place: Place
  isOpen: boolean
  isSelected: boolean
  isSelecting: boolean
  onSelect(id: string): void
}

function Marks({ thread }: { thread: Thread }) {
  const t = useWords(messageWords)
  return (
    <>
      {thread.messageCount > 1 && (
        <span className="m-n" title={t.messages(thread.messageCount)}>
          {thread.messageCount}
        </span>
      )}
      {thread.flags.flagged && (
        <span className="star" title={t.starred}>
          <Icon name="star-on" />
          <span className="sr">{t.starred}</span>
        </span>
      )}
      {thread.hasAttachments && (
        <span title={t.hasFiles}>
          <Icon name="clip" />
          <span className="sr">{t.hasFiles}</span>
        </span>
      )}
    </>
  )
}

/** Another tab or window is the browser's to open. */
const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

/** What a link needs; unlike the router's, it does not look at every new address whether it leads there. */
function useThreadLink({ folder, ...search }: Place, threadId: string) {
  const router = useRouter()
  const target = { to: '/mail/$folder/$threadId', params: { folder, threadId }, search } as const
  return {
    href: router.buildLocation(target).href,
    onClick: (event: MouseEvent) => {
      if (!isPlainClick(event)) return
      event.preventDefault()
      void router.navigate(target)
    },
  }
}

/** One thread of a list: a link to it, and a box to select it. */
export const ThreadRow = memo(function ThreadRow(props: ThreadRowProps) {
  const { thread, place, isOpen, isSelected, isSelecting, onSelect } = props
  const t = useWords(messageWords)
  const locale = useLook((look) => look.locale)
  const link = useThreadLink(place, thread.id)
  const isUnread = thread.unreadCount > 0
  const subject = thread.subject || t.noSubject
  return (
    <div
      className={`mail ${isUnread ? 'unread' : ''} ${isOpen ? 'on' : ''} ${isSelected ? 'selected' : ''}`}
      data-selecting={isSelecting || undefined}
    >
      <label className="m-select">
        <input
          type="checkbox"
          tabIndex={-1}
          checked={isSelected}
          onChange={() => onSelect(thread.id)}
          aria-label={t.select(subject)}
        />
        <span className="m-dot" />
      </label>
      <a
        className="m-link"
        {...link}
        tabIndex={isOpen ? 0 : -1}
        data-thread={thread.id}
        aria-current={isOpen ? 'true' : undefined}
      >
        <span className="m-top">
          <span className="m-who">
            {isUnread && <span className="sr">{t.unread} </span>}
            {namesOf(thread, t.noSender)}
          </span>
          <Marks thread={thread} />
          <time dateTime={thread.lastMessageAt} title={longTime(thread.lastMessageAt, locale)}>
            {shortTime(thread.lastMessageAt, locale)}
          </time>
        </span>
        <span className="m-sub">{subject}</span>
        <span className="m-end">
          <span className="cut">{thread.snippet}</span>
        </span>
      </a>
    </div>
  )
})
