import { Link } from '@tanstack/react-router'
import { number } from '../../lib/dates.ts'
import { dollars, percent } from '../../lib/figures.ts'
import { useLook } from '../../lib/look.ts'
import { useWords } from '../../lib/words/words.ts'
import type { AiFigures, MailFigures, RunFigures } from './dashboard.queries.ts'
import type { DashboardSearch } from './dashboard.search.ts'
import { dashboardWords } from './dashboard.words.ts'
import { Figure } from './figure.tsx'
import { MailLink, RunsLink } from './rows-link.tsx'

type OverviewProps = {
  period: DashboardSearch['period']
  runs: RunFigures
  mail: MailFigures
  ai: AiFigures | undefined
  isOwn: boolean
}

const handledOf = ({ byOutcome }: MailFigures['current']) =>
  byOutcome.find(({ outcome }) => outcome === 'dispatched')?.count ?? 0

const failedOf = ({ byStatus }: RunFigures['current']) =>
  byStatus.find(({ status }) => status === 'failed')?.count ?? 0

/** What happened, in one sentence. */
function Sentence({ period, runs, mail }: OverviewProps) {
  const t = useWords(dashboardWords)
  const locale = useLook((look) => look.locale)
  const show = (value: number) => number(value, locale)
  const span = t.spans[period ?? '7d']
  const { received, draftsPrepared } = mail.current
  const failed = failedOf(runs.current)
  const { total } = runs.current
  if (received === 0 && total === 0) return <h2>{t.quiet(span)}</h2>
  return (
    <h2>
      {received > 0
        ? t.sentence(received, show(received), show(handledOf(mail.current)), span)
        : t.sentenceRuns(total, show(total), span)}
      {draftsPrepared > 0 && ` ${t.sentenceDrafts(draftsPrepared, show(draftsPrepared))}`}
      {failed > 0 && ` ${t.sentenceFailed(failed, show(failed))}`}
    </h2>
  )
}

/** The sentence and the figures at the top of the page. */
export function Overview(props: OverviewProps) {
  const { runs, mail, ai, isOwn } = props
  const t = useWords(dashboardWords)
  const locale = useLook((look) => look.locale)
  const count = (value: number) => number(value, locale)
  const cost = (value: number) => dollars(value, locale)
  const [handled, handledBefore] = [handledOf(mail.current), handledOf(mail.previous)]
  const [failed, failedBefore] = [failedOf(runs.current), failedOf(runs.previous)]
  const { received, draftsPrepared } = mail.current
  return (
    <>
      <div className="say-it">
        <Sentence {...props} />
      </div>
      <dl className="figures-row">
        <Figure
          name={t.received}
          value={<MailLink span={mail.window}>{count(received)}</MailLink>}
          now={received}
          before={mail.previous.received}
          format={count}
        />
        <Figure
          name={t.handled}
          value={
            <MailLink span={mail.window} outcome="dispatched">
              {count(handled)}
            </MailLink>
          }
          now={handled}
          before={handledBefore}
          format={count}
          more="good"
        />
        <Figure
          name={t.draftsPrepared}
          value={
            isOwn ? (
              <Link className="rows-link" to="/desk">
                {count(draftsPrepared)}
              </Link>
            ) : (
              count(draftsPrepared)
            )
          }
          now={draftsPrepared}
          before={mail.previous.draftsPrepared}
          format={count}
        />
        <Figure
          name={t.failedRuns}
          value={
            <RunsLink span={runs.window} status="failed">
              {count(failed)}
            </RunsLink>
          }
          now={failed}
          before={failedBefore}
          format={count}
          more="bad"
          note={
            runs.current.successRate === null
              ? undefined
              : `${t.successRate} ${percent(runs.current.successRate, locale)}`
          }
        />
        <Figure
          name={t.spend}
          value={ai ? cost(ai.current.costUsd) : '…'}
          now={ai?.current.costUsd}
          before={ai?.previous.costUsd}
          format={cost}
        />
      </dl>
    </>
  )
}
