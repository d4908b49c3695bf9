import { useQuery } from '@tanstack/react-query'
import { attempt } from '../../api/attempt.ts'
import { client } from '../../api/client.ts'
import { PageList } from '../../api/page-list.tsx'
import { read, reread } from '../../api/read.ts'
import { longTime, shortTime } from '../../lib/dates.ts'
import { useLook } from '../../lib/look.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageBar } from '../../ui/page-bar.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { deviceName, isHandheld } from './device-name.ts'
import { settingsWords } from './settings.words.ts'

type Session = Awaited<ReturnType<typeof client.account.listSessions>>['sessions'][number]

function SessionRow({ session, onEnd }: { session: Session; onEnd(session: Session): void }) {
  const t = useWords(settingsWords).sessions
  const locale = useLook((look) => look.locale)
  const name = deviceName(session.userAgent) ?? t.unknown
  return (
    <li className="line-row">
      <Icon name={isHandheld(session.userAgent) ? 'device' : 'screen'} size={20} />
      <div className="grow">
        <b>{name}</b>
        <p className="xs muted">
          {t.since(longTime(session.createdAt, locale))}
          {session.ip && ` · ${session.ip}`}
        </p>
      </div>
      {session.current ? (
        <StateTag icon="ok" tone="good">
          {t.current}
        </StateTag>
      ) : (
        <>
          <span className="xs muted nowrap">{t.seen(shortTime(session.lastSeenAt, locale))}</span>
          <Button size="small" onClick={() => onEnd(session)} aria-label={t.endOne(name)}>
            {t.end}
          </Button>
        </>
      )}
    </li>
  )
}

export default function SessionsPage() {
  const words = useWords(settingsWords)
  const t = words.sessions
  usePageTitle(words.pages.sessions)
  const query = useQuery(read(client.account.listSessions, {}))
  const sessions = [...(query.data?.sessions ?? [])].sort((a, b) => Number(b.current) - Number(a.current))
  const others = sessions.filter(({ current }) => !current)
  const end = async (ended: readonly Session[]) => {
    const all = Promise.all(ended.map(({ id }) => client.account.endSession({ params: { id } })))
    await attempt(all, t.ended(ended.length))
    await reread(['account', 'listSessions'])
  }
  return (
    <>
      <PageBar title={words.pages.sessions}>
        {others.length > 0 && <Button onClick={() => void end(others)}>{t.endOthers}</Button>}
      </PageBar>
      <div className="scroll">
        <PageList read={query} isEmpty={false} empty={null}>
          <div className="page narrow">
            <p className="page-lead">{t.lead}</p>
            <ul>
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session} onEnd={(one) => void end([one])} />
              ))}
            </ul>
          </div>
        </PageList>
      </div>
    </>
  )
}
