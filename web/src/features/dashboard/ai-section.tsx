import { number } from '../../lib/dates.ts'
import { dollars, percent } from '../../lib/figures.ts'
import { useLook } from '../../lib/look.ts'
import { useWords } from '../../lib/words/words.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { BarList } from './bar-list.tsx'
import { bucketNames } from './buckets.ts'
import type { AiFigures, DraftFigures } from './dashboard.queries.ts'
import { dashboardWords } from './dashboard.words.ts'

const icons: Record<string, IconName> = {
  classify: 'classify',
  compose: 'quill',
  extract: 'extract',
  general: 'braces',
  analyzer: 'analyse',
  assistant: 'quill',
}

function Shares({ figures }: { figures: AiFigures }) {
  const t = useWords(dashboardWords)
  const locale = useLook((look) => look.locale)
  const { byPurpose, byModel, byMember } = figures
  const cost = (value: number) => dollars(value, locale)
  const purposes: Record<string, string> = t.purposes
  const lists = [
    {
      title: t.byPurpose,
      bars: byPurpose.map(({ key, costUsd }) => ({
        id: key,
        icon: icons[key] ?? ('braces' as const),
        name: purposes[key] ?? key,
        value: costUsd,
        shown: cost(costUsd),
      })),
    },
    {
      title: t.byModel,
      bars: byModel.map(({ key, label, provider, costUsd }) => ({
        id: `${provider} ${key}`,
        icon: 'server' as const,
        name: label ?? key,
        value: costUsd,
        shown: cost(costUsd),
      })),
    },
    {
      title: t.byMember,
      bars: (byMember ?? []).map(({ memberId, name, costUsd }) => ({
        id: memberId,
        icon: 'person' as const,
        name,
        value: costUsd,
        shown: cost(costUsd),
      })),
    },
  ].filter(({ bars }) => bars.length > 0)
  if (lists.length === 0) return <p className="xs muted">{t.noAi}</p>
  return lists.map(({ title, bars }) => (
    <div key={title} className="shares">
      <h3>{title}</h3>
      <BarList title={title} bars={bars} />
    </div>
  ))
}

type AiSectionProps = { figures: AiFigures; before: AiFigures | undefined }

export function AiSection({ figures, before }: AiSectionProps) {
  const t = useWords(dashboardWords)
  const locale = useLook((look) => look.locale)
  const { window, series, current } = figures
  const now = { id: 'cost', label: t.aiSeries, color: 'var(--chart-1)', values: series, isFilled: true }
  const earlier = before && {
    ...now,
    id: 'before',
    label: t.aiBefore,
    color: 'var(--chart-5)',
    values: before.series.slice(0, window.buckets.length),
    isFilled: false,
    isDashed: true,
  }
  return (
    <div className="two">
      <section>
        <Chart
          title={t.ai}
          kind="line"
          aside={t.aiAside(
            number(current.calls, locale),
            number(current.tokensIn + current.tokensOut, locale),
          )}
          series={[now, ...(earlier ? [earlier] : [])]}
          buckets={bucketNames(window, locale)}
          format={(value) => dollars(value, locale)}
        />
      </section>
      <section>
        <Shares figures={figures} />
      </section>
    </div>
  )
}

/** What models wrote, and how much of it is found in no source. */
export function DraftsSection({ figures }: { figures: DraftFigures }) {
  const t = useWords(dashboardWords)
  const locale = useLook((look) => look.locale)
  const { window, series, current } = figures
  if (current.composed === 0) return null
  const sound = series.composed.map((value, at) => value - (series.unsupported[at] ?? 0))
  return (
    <div className="two">
      <section>
        <Chart
          title={t.drafts}
          kind="bars"
          aside={current.share === null ? undefined : t.unsupportedShare(percent(current.share, locale))}
          series={[
            { id: 'composed', label: t.composed, color: 'var(--line-control)', values: sound },
            {
              id: 'unsupported',
              label: t.unsupported,
              color: 'var(--run-waiting)',
              values: series.unsupported,
            },
          ]}
          buckets={bucketNames(window, locale)}
          format={(value) => number(value, locale)}
        />
      </section>
      <section>
        <p className="xs muted">{t.draftsNote}</p>
      </section>
    </div>
  )
}
