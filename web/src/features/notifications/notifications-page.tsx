import type { Notification } from '@mailwright/contract/notifications'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { PageList } from '../../api/page-list.tsx'
import { usePages } from '../../api/use-pages.ts'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageBar } from '../../ui/page-bar.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { IncidentList, useIncidentCount } from '../incidents/index.ts'
import { needsYou } from './looks.ts'
import { NotificationLine } from './notification-row.tsx'
import { useUnreadCount } from './notifications.queries.ts'
import { notificationWords } from './notifications.words.ts'
import { useNotificationActs } from './use-notification-acts.ts'
import { type View, views } from './views.ts'
import './notifications.css'

type Acts = ReturnType<typeof useNotificationActs>

/** Moves through the list by keyboard. */
function useCursor(items: readonly Notification[], acts: Acts) {
  const t = useWords(notificationWords)
  const [at, setAt] = useState<string>()
  const index = items.findIndex(({ id }) => id === at)
  const current = items[index]
  const step = (by: number) => setAt(items[Math.max(0, Math.min(items.length - 1, index + by))]?.id)
  const on = (act: (one: Notification) => unknown) => () => void (current && act(current))
  const group = t.title
  useCommands([
    { id: 'notice-next', title: t.next, group, keys: ['j', 'ArrowDown'], run: () => step(1), repeats: true },
    {
      id: 'notice-previous',
      title: t.previous,
      group,
      keys: ['k', 'ArrowUp'],
      run: () => step(-1),
      repeats: true,
    },
    { id: 'notice-open', title: t.open, group, keys: ['Enter', 'o'], icon: 'right', run: on(acts.open) },
    { id: 'notice-read', title: t.markRead, group, keys: ['i'], icon: 'check', run: on(acts.markRead) },
    { id: 'notice-archive', title: t.archive, group, keys: ['e'], icon: 'archive', run: on(acts.archive) },
    {
      id: 'notice-all-read',
      title: t.markAllRead,
      group,
      keys: ['shift+u'],
      icon: 'checks',
      run: () => void acts.markAllRead(),
    },
  ])
  return at
}

function NotificationList({ isUnreadOnly }: { isUnreadOnly: boolean }) {
  const t = useWords(notificationWords)
  const acts = useNotificationActs()
  const list = usePages(client.notifications.list, isUnreadOnly ? { unread: 'true' } : {})
  const items = list.pages?.flatMap((page) => page.items) ?? []
  const groups = [
    { title: t.needsYou, items: items.filter(needsYou) },
    { title: t.forInformation, items: items.filter((item) => !needsYou(item)) },
  ].filter((group) => group.items.length > 0)
  const current = useCursor(
    groups.flatMap((group) => group.items),
    acts,
  )
  const empty = (
    <Empty
      icon="bell"
      title={isUnreadOnly ? t.noneUnread : t.none}
      text={isUnreadOnly ? undefined : t.noneText}
    />
  )
  return (
    <PageList read={list} isEmpty={items.length === 0} empty={empty}>
      {groups.map((group) => (
        <section key={group.title} aria-label={group.title}>
          <h2 className="day-head">{group.title}</h2>
          <ul>
            {group.items.map((item) => (
              <NotificationLine
                key={item.id}
                notification={item}
                isCurrent={item.id === current}
                onOpen={() => acts.open(item)}
                onRead={() => void acts.markRead(item)}
                onArchive={() => void acts.archive(item)}
              />
            ))}
          </ul>
        </section>
      ))}
    </PageList>
  )
}

/** What happened while the member was elsewhere, and what needs them. */
export default function NotificationsPage() {
  const t = useWords(notificationWords)
  usePageTitle(t.title)
  const { view = 'all' } = useSearch({ strict: false }) as { view?: View }
  const navigate = useNavigate()
  const unread = useUnreadCount()
  const incidents = useIncidentCount()
  const acts = useNotificationActs()
  const counts = { all: '', unread: unread > 0 ? ` ${unread}` : '', incidents: incidents && ` ${incidents}` }
  return (
    <>
      <PageBar title={t.title}>
        <Link className="btn quiet notice-settings" to="/account/notifications">
          <Icon name="sliders" />
          {t.preferences}
        </Link>
        {view !== 'incidents' && (
          <Button
            icon="checks"
            keys="shift+u"
            disabled={unread === 0}
            onClick={() => void acts.markAllRead()}
          >
            {t.markAllRead}
          </Button>
        )}
      </PageBar>
      <div className="filters">
        <Segmented
          label={t.show}
          value={view}
          choices={views.map((value) => ({ value, label: `${t.views[value]}${counts[value]}` }))}
          onChange={(value) =>
            void navigate({
              to: '/notifications',
              search: value === 'all' ? {} : { view: value },
              replace: true,
            })
          }
        />
      </div>
      <div className="scroll">
        {view === 'incidents' ? <IncidentList /> : <NotificationList isUnreadOnly={view === 'unread'} />}
      </div>
    </>
  )
}
