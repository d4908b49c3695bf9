import { Link } from '@tanstack/react-router'
import { useWords } from '../../lib/words/words.ts'
import { Icon } from '../../ui/icon.tsx'
import { useUnreadCount } from './notifications.queries.ts'
import { rowWords } from './row.words.ts'

/** Notifications in the navigation, with the number of unread ones. */
export function NotificationsRow() {
  const t = useWords(rowWords)
  const unread = useUnreadCount()
  return (
    <Link
      className="nav-row"
      to="/notifications"
      activeProps={{ 'aria-current': 'page' }}
      title={unread > 0 ? `${t.title}, ${t.unread(unread)}` : t.title}
    >
      <Icon name="bell" />
      <span className="nav-word">{t.title}</span>
      {unread > 0 && (
        <span className="nav-end">
          <b>{unread}</b>
          <span className="sr">{t.unread(unread)}</span>
        </span>
      )}
    </Link>
  )
}
