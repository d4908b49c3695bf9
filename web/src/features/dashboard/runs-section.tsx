import { Link, useNavigate } from '@tanstack/react-router'
import { number, shortTime } from '../../lib/dates.ts'
import { duration } from '../../lib/figures.ts'
import { useLook } from '../../lib/look.ts'
import { useWords } from '../../lib/words/words.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import { Icon } from '../../ui/icon.tsx'
import { bucketNames, spanOf } from './buckets.ts'
import { causesOf } from './causes.ts'
import type { RunFigures } from './dashboard.queries.ts'
import { dashboardWords } from './dashboard.words.ts'
import { useRunsSearch } from './rows-link.tsx'

// Success is the ground; what needs somebody has a colour.
const colors = {
  succeeded: 'var(--line-control)',
  cancelled: 'var(--pressed)',
  queued: 'var(--chart-2)',
  running: 'var(--chart-1)',
  waiting: 'var(--run-waiting)',
  failed: 'var(--run-failed)',
} as const
const shownAlways = new Set(['succeeded', 'failed'])

function Failures({ figures, isOwn }: RunsSectionProps) {
  const t = useWords(dashboardWords)
  const locale = useLook((look) => look.locale)
  const causes = causesOf(figures.recentFailures)
  if (causes.length === 0) return <p className="xs muted">{t.noFailures}</p>
  return (
    <ul className="causes">
      {causes.slice(0, 6).map(({ id, count, last }) => {
        const workflow = [last.workflowName || t.deleted, last.memberName].filter(Boolean).join(', ')
        const time = shortTime(last.failedAt, locale)
        const where = last.nodeName ? t.failureAt(workflow, last.nodeName, time) : t.failureIn(workflow, time)
        const text = (
          <>
            <b>{last.errorSummary || last.errorCode}</b>
            <span className="muted">
              {where}
              {last.acknowledged && ` · ${t.acknowledged}`}
            </span>
          </>
        )
        return (
          <li key={id}>
            <Icon name={last.acknowledged ? 'checks' : 'failed'} size={14} />
            {isOwn ? (
              <Link className="cause" to="/runs/$runId" params={{ runId: last.executionId }}>
                {text}
              </Link>
            ) : (
              <span className="cause">{text}</span>
            )}
            <span className="num">{count}</span>
          </li>
        )
      })}
    </ul>
  )
}

type RunsSectionProps = { figures: RunFigures; isOwn: boolean }

export function RunsSection({ figures, isOwn }: RunsSectionProps) {
  const t = useWords(dashboardWords)
  const locale = useLook((look) => look.locale)
  const navigate = useNavigate()
  const { searchOf } = useRunsSearch()
  const { window, series, current, recentFailures } = figures
  const statuses = Object.keys(colors) as (keyof typeof colors)[]
  const shown = statuses.flatMap((status) => {
    const values = series.find((one) => one.status === status)?.values ?? []
    if (!shownAlways.has(status) && values.every((value) => value === 0)) return []
    return [{ id: status, label: t.statuses[status], color: colors[status], values }]
  })
  const causes = causesOf(recentFailures).length
  return (
    <div className="two">
      <section>
        <Chart
          title={t.runs}
          kind="bars"
          aside={
            current.medianDurationMs === null
              ? number(current.total, locale)
              : t.runsAside(number(current.total, locale), duration(current.medianDurationMs, locale))
          }
          series={shown}
          buckets={bucketNames(window, locale)}
          format={(value) => number(value, locale)}
          onPick={
            isOwn ? (at) => void navigate({ to: '/runs', search: searchOf(spanOf(window, at)) }) : undefined
          }
        />
      </section>
      <section>
        <header>
          <h3>{t.failures}</h3>
          {causes > 0 && (
            <span className="push xs muted">{t.failuresAside(recentFailures.length, causes)}</span>
          )}
        </header>
        <Failures figures={figures} isOwn={isOwn} />
      </section>
    </div>
  )
}
