import { useNavigate } from '@tanstack/react-router'
import { number } from '../../lib/dates.ts'
import { useLook } from '../../lib/look.ts'
import { useWords } from '../../lib/words/words.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { BarList } from './bar-list.tsx'
import { bucketNames, spanOf } from './buckets.ts'
import type { MailFigures } from './dashboard.queries.ts'
import { dashboardWords } from './dashboard.words.ts'
import { MailLink } from './rows-link.tsx'

type Outcome = MailFigures['current']['byOutcome'][number]['outcome']

const outcomeIcons: Record<Outcome, IconName> = {
  dispatched: 'flow',
  unmatched: 'ring',
  guardrail: 'shield',
  excluded_member: 'eye-off',
  excluded_org: 'building',
}

const outcomes = Object.keys(outcomeIcons) as Outcome[]

type MailSectionProps = { figures: MailFigures; before: MailFigures | undefined; isOwn: boolean }

export function MailSection({ figures, before, isOwn }: MailSectionProps) {
  const t = useWords(dashboardWords)
  const locale = useLook((look) => look.locale)
  const navigate = useNavigate()
  const { window, series, current } = figures
  const received = {
    id: 'received',
    label: t.receivedSeries,
    color: 'var(--chart-5)',
    values: series.received,
  }
  const handled = {
    id: 'handled',
    label: t.handledSeries,
    color: 'var(--chart-1)',
    values: series.dispatched,
    isFilled: true,
  }
  const earlier = before && {
    ...received,
    id: 'before',
    label: t.receivedBefore,
    values: before.series.received.slice(0, window.buckets.length),
    isDashed: true,
  }
  return (
    <div className="two">
      <section>
        <Chart
          title={t.mailChart}
          kind="line"
          series={[received, handled, ...(earlier ? [earlier] : [])]}
          buckets={bucketNames(window, locale)}
          format={(value) => number(value, locale)}
          onPick={isOwn ? (at) => void navigate({ to: '/journal', search: spanOf(window, at) }) : undefined}
        />
      </section>
      <section>
        <header>
          <h3>{t.outcomes}</h3>
        </header>
        <BarList
          title={t.outcomes}
          bars={outcomes.map((outcome) => {
            const value = current.byOutcome.find((one) => one.outcome === outcome)?.count ?? 0
            return {
              id: outcome,
              icon: outcomeIcons[outcome],
              name: t.outcomeNames[outcome],
              value,
              isQuiet: outcome !== 'dispatched',
              shown: (
                <MailLink span={window} outcome={outcome}>
                  {number(value, locale)}
                </MailLink>
              ),
            }
          })}
        />
      </section>
    </div>
  )
}
