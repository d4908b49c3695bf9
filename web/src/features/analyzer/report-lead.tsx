import { number } from '../../lib/dates.ts'
import { percent } from '../../lib/figures.ts'
import { useLook } from '../../lib/look.ts'
import { useWords } from '../../lib/words/words.ts'
import { Icon } from '../../ui/icon.tsx'
import type { ReportBody } from './analyzer.queries.ts'
import { analyzerWords } from './analyzer.words.ts'

function Coverage({ coverage, groups }: ReportBody) {
  const t = useWords(analyzerWords)
  const locale = useLook((look) => look.locale)
  const covered = Math.round(coverage.ratio * 100)
  const waiting = groups
    .filter(({ verdict }) => verdict === 'proposed')
    .reduce((sum, { volume }) => sum + volume, 0)
  const proposed = Math.min(100 - covered, Math.round((waiting / Math.max(1, coverage.messages)) * 100))
  const rest = 100 - covered - proposed
  const shown = (share: number) => percent(share / 100, locale)
  return (
    <>
      <div className="analyzer-cover" aria-hidden="true">
        <i className="analyzer-covered" style={{ flexGrow: covered }} />
        <i className="analyzer-proposed" style={{ flexGrow: proposed }} />
        <i className="analyzer-rest" style={{ flexGrow: rest }} />
      </div>
      <ul className="analyzer-cover-words xs muted">
        <li className="analyzer-covered">{t.covered(shown(covered))}</li>
        {proposed > 0 && <li className="analyzer-proposed">{t.proposed(shown(proposed))}</li>}
        {rest > 0 && <li className="analyzer-rest">{t.rest(shown(rest))}</li>}
      </ul>
    </>
  )
}

function Hours({ stats: { peakHours } }: ReportBody) {
  const t = useWords(analyzerWords)
  const volumes = new Map(peakHours.map(({ hour, volume }) => [hour, volume]))
  const most = Math.max(1, ...volumes.values())
  const peak = peakHours.find(({ volume }) => volume === most)?.hour
  if (peak === undefined) return null
  return (
    <div className="analyzer-arrivals">
      <h3>{t.hours}</h3>
      <div className="analyzer-hours" aria-hidden="true">
        {Array.from({ length: 24 }, (_, hour) => (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: the hours of a day.
            key={hour}
            className={hour === peak ? 'analyzer-peak' : ''}
            style={{ height: `${Math.max(3, ((volumes.get(hour) ?? 0) / most) * 100)}%` }}
          />
        ))}
      </div>
      <p className="xs muted">{t.peak(peak)}</p>
    </div>
  )
}

function ModelNote({ stats: { llmOutcome } }: ReportBody) {
  const t = useWords(analyzerWords)
  const text =
    llmOutcome.status === 'no_provider'
      ? t.noModel
      : llmOutcome.status === 'failed'
        ? t.modelFailed(llmOutcome.message)
        : undefined
  if (!text) return null
  return (
    <div className="banner flat" data-tone="warn">
      <Icon name="info" />
      {text}
    </div>
  )
}

/** What the report says as a whole. */
export function ReportLead(body: ReportBody) {
  const t = useWords(analyzerWords)
  const locale = useLook((look) => look.locale)
  const proposals = body.groups.filter(({ verdict }) => verdict === 'proposed').length
  return (
    <>
      <ModelNote {...body} />
      <div className="analyzer-lead">
        <div>
          <h2>{t.lead(proposals)}</h2>
          <p className="muted">{t.scope(number(body.window.messages, locale), body.window.days)}</p>
          <Coverage {...body} />
        </div>
        <Hours {...body} />
      </div>
    </>
  )
}
