import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { longTime, shortTime } from '../../../lib/dates.ts'
import { duration } from '../../../lib/figures.ts'
import { useLook } from '../../../lib/look.ts'
import { useWords } from '../../../lib/words/words.ts'
import { StateTag } from '../../../ui/state-tag.tsx'
import type { Run, Waiting } from '../executions.types.ts'
import { runWords } from '../executions.words.ts'
import { runLooks } from '../run-states.ts'
import { aboutOf } from './about.ts'

type RunRowProps = {
  run: Run
  name: string
  wait: Waiting | undefined
  isActive: boolean
  isSelected: boolean
  onSelect(id: string): void
  onActive(id: string): void
}

/** How long a run took, or nothing while it goes on. */
const tookOf = ({ startedAt, finishedAt }: Run) =>
  startedAt && finishedAt ? Date.parse(finishedAt) - Date.parse(startedAt) : undefined

function Detail({ run, wait }: Pick<RunRowProps, 'run' | 'wait'>) {
  const t = useWords(runWords)
  const locale = useLook((look) => look.locale)
  if (run.error) return <span className="bad">{run.error.message}</span>
  if (!wait) return null
  return (
    <span className="warn">
      {t.waits[wait.waitingFor]} {t.waitsAt(wait.nodeName)}
      {wait.deadline && `, ${t.until(shortTime(wait.deadline, locale))}`}
    </span>
  )
}

/** One run: a link to it, and a box to select it. */
export const RunRow = memo(function RunRow(props: RunRowProps) {
  const { run, name, wait, isActive, isSelected, onSelect, onActive } = props
  const t = useWords(runWords)
  const locale = useLook((look) => look.locale)
  const [icon, tone] = runLooks[run.status]
  const about = aboutOf(run, t)
  const took = tookOf(run)
  return (
    <div className="run-row" data-active={isActive || undefined} data-selected={isSelected || undefined}>
      <input
        type="checkbox"
        checked={isSelected}
        aria-label={t.select(`${name}, ${about}`)}
        onChange={() => onSelect(run.id)}
      />
      <Link
        className="run-link"
        to="/runs/$runId"
        params={{ runId: run.id }}
        aria-current={isActive ? 'true' : undefined}
        activeProps={{}}
        onFocus={() => onActive(run.id)}
      >
        <span className="run-state">
          <StateTag icon={icon} tone={tone} isPlain>
            {t.statuses[run.status]}
          </StateTag>
        </span>
        <span className="run-name">
          <b className="cut">{name}</b>
          {run.simulated && (
            <StateTag icon="simulated" tone="sim">
              {t.simulated}
            </StateTag>
          )}
        </span>
        <span className="run-about cut">{about}</span>
        <span className="run-detail cut">
          <Detail run={run} wait={wait} />
        </span>
        <span className="run-took num">{took === undefined ? '' : duration(took, locale)}</span>
        <time className="run-time num" dateTime={run.createdAt} title={longTime(run.createdAt, locale)}>
          {shortTime(run.createdAt, locale)}
        </time>
      </Link>
    </div>
  )
})
