import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { attempt } from '../../api/attempt.ts'
import { client } from '../../api/client.ts'
import { PageList } from '../../api/page-list.tsx'
import { reread } from '../../api/read.ts'
import { usePages } from '../../api/use-pages.ts'
import { longTime, shortTime } from '../../lib/dates.ts'
import { useLook } from '../../lib/look.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { Switch } from '../../ui/switch.tsx'
import { type Cause, causesOf } from './causes.ts'
import { incidentWords } from './incidents.words.ts'
import './incidents.css'

function CauseRow({ cause, onAcknowledge }: { cause: Cause; onAcknowledge(cause: Cause): void }) {
  const t = useWords(incidentWords)
  const locale = useLook((look) => look.locale)
  const router = useRouter()
  const { latest, incidents } = cause
  const from = shortTime((incidents.at(-1) ?? latest).failedAt, locale)
  const to = shortTime(latest.failedAt, locale)
  const isOpen = latest.acknowledgedAt === null
  return (
    <li className="incident" data-open={isOpen ? 'yes' : undefined}>
      <Icon name="failed" size={20} />
      <div className="grow">
        <p className="incident-title">
          {incidents.length > 1
            ? t.several(latest.workflowName, incidents.length)
            : t.one(latest.workflowName)}
        </p>
        <p className="muted">
          {latest.nodeName && `${t.step(latest.nodeName)} `}
          {latest.errorSummary}
        </p>
        <div className="btns">
          {latest.executionId && (
            <Button
              size="small"
              icon="runs"
              onClick={() => router.history.push(`/executions/${latest.executionId}`)}
            >
              {t.openRun}
            </Button>
          )}
          {isOpen ? (
            <Button size="small" kind="quiet" icon="check" onClick={() => onAcknowledge(cause)}>
              {incidents.length > 1 ? t.acknowledgeAll(incidents.length) : t.acknowledge}
            </Button>
          ) : (
            <StateTag icon="check" tone="idle" isPlain>
              {t.acknowledgedAt(shortTime(latest.acknowledgedAt ?? '', locale))}
            </StateTag>
          )}
        </div>
      </div>
      <time className="xs muted nowrap" dateTime={latest.failedAt} title={longTime(latest.failedAt, locale)}>
        {from === to ? to : t.between(from, to)}
      </time>
    </li>
  )
}

/** Failed runs by cause, those that nobody has acknowledged first. */
export default function IncidentList() {
  const t = useWords(incidentWords)
  const [showsAll, setShowsAll] = useState(false)
  const list = usePages(client.incidents.list, showsAll ? {} : { unacknowledged: 'true' })
  const causes = causesOf(list.pages?.flatMap((page) => page.items) ?? [])
  const acknowledge = async ({ incidents }: Cause) => {
    const all = Promise.all(incidents.map(({ id }) => client.incidents.acknowledge({ params: { id } })))
    await attempt(all, t.done(incidents.length))
    await reread(['incidents'])
  }
  const empty = <Empty icon="ok" title={showsAll ? t.none : t.noneOpen} text={t.noneText} />
  return (
    <>
      <div className="row incident-filter">
        <Switch label={t.showAll} isOn={showsAll} onChange={setShowsAll} />
        <span>{t.showAll}</span>
      </div>
      <PageList read={list} isEmpty={causes.length === 0} empty={empty}>
        <ul>
          {causes.map((cause) => (
            <CauseRow key={cause.key} cause={cause} onAcknowledge={(one) => void acknowledge(one)} />
          ))}
        </ul>
      </PageList>
    </>
  )
}
