import { Link } from '@tanstack/react-router'
import { useDeskCount } from '../features/desk/index.ts'
import { useFolderNames } from '../features/messages/index.ts'
import { useUnreadCount } from '../features/notifications/index.ts'
import { openCompose } from '../features/sending/index.ts'
import { useWords } from '../lib/words/words.ts'
import { Icon } from '../ui/icon.tsx'
import { appWords } from './app.words.ts'

/** The navigation of a phone, at the thumb. */
export function PhoneTabs({ isMoreOpen, onMore }: { isMoreOpen: boolean; onMore(): void }) {
  const t = useWords(appWords)
  const names = useFolderNames()
  const waiting = useDeskCount()
  const unread = useUnreadCount()
  return (
    <nav className="phone-tabs" aria-label={t.navigation}>
      <Link to="/desk" activeProps={{ 'aria-current': 'page' }}>
        <Icon name="desk" />
        {t.desk}
        {waiting > 0 && <b>{waiting}</b>}
      </Link>
      <Link to="/mail/$folder" params={{ folder: 'inbox' }} activeProps={{ 'aria-current': 'page' }}>
        <Icon name="inbox" />
        {names.inbox}
      </Link>
      <button type="button" onClick={() => openCompose({})}>
        <Icon name="compose" />
        {t.composeShort}
      </button>
      <button type="button" aria-expanded={isMoreOpen} onClick={onMore}>
        <Icon name="more" />
        {t.more}
        {unread > 0 && <b title={t.places.notifications}>{unread}</b>}
      </button>
    </nav>
  )
}
