import type { Notification } from '@mailwright/contract/notifications'
import { longTime, shortTime } from '../../lib/dates.ts'
import { useLook } from '../../lib/look.ts'
import { useWords } from '../../lib/words/words.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { kindWords } from './kinds.words.ts'
import { kindIcons, tones } from './looks.ts'
import { notificationWords } from './notifications.words.ts'

type RowProps = {
  notification: Notification
  isCurrent: boolean
  onOpen(): void
  onRead(): void
  onArchive(): void
}

/** One notification: what happened, and where it leads. */
export function NotificationLine({ notification, isCurrent, onOpen, onRead, onArchive }: RowProps) {
  const t = useWords(notificationWords)
  const locale = useLook((look) => look.locale)
  const kinds = useWords(kindWords)
  const { kind, params, severity, createdAt, readAt, link } = notification
  // Newer services may know more kinds.
  const texts = kinds[kind] as (typeof kinds)[typeof kind] | undefined
  if (!texts) return null
  const title = texts.title(params as never)
  const text = texts.text(params as never)
  const isUnread = readAt === null
  return (
    <li className="notice" data-tone={tones[severity]} data-current={isCurrent ? 'yes' : undefined}>
      <Icon name={kindIcons[kind]} size={20} />
      <button
        type="button"
        className="notice-main"
        onClick={onOpen}
        data-unread={isUnread ? 'yes' : undefined}
      >
        <span className="notice-title">
          {isUnread && <span className="sr">{t.unreadOne} </span>}
          {title}
        </span>
        {text && <span className="notice-text">{text}</span>}
      </button>
      <time className="xs muted nowrap" dateTime={createdAt} title={longTime(createdAt, locale)}>
        {shortTime(createdAt, locale)}
      </time>
      <span className="notice-acts">
        {isUnread && <IconButton icon="check" label={t.markRead} onClick={onRead} />}
        <IconButton icon="archive" label={t.archive} onClick={onArchive} />
        {link && <IconButton icon="right" label={t.open} onClick={onOpen} />}
      </span>
    </li>
  )
}
