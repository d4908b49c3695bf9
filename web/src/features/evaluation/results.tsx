import { useQuery } from '@tanstack/react-query'
import { ReadFault } from '../../api/read-fault.tsx'
import { shortTime } from '../../lib/dates.ts'
import { useLook } from '../../lib/look.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Cases, inCell } from './cases.tsx'
import { Comparison } from './comparison.tsx'
import { type Classifier, type EvalRun, runQuery, type Score, useClassifier } from './evaluation.queries.ts'
import { evaluationWords } from './evaluation.words.ts'
import { Matrix, PerCategory } from './matrix.tsx'

function ScoreLine({ run, score }: { run: EvalRun; score: Score }) {
  const t = useWords(evaluationWords)
  const isRunning = run.status === 'queued' || run.status === 'running'
  return (
    <div className="evaluation-score">
      <div>
        <div className="evaluation-big">
          {score.accuracy === null ? '–' : `${Math.round(score.accuracy * 100)} %`}
        </div>
        <div className="xs muted">
          {t.right} {t.of(score.scored)}
        </div>
      </div>
      <div>
        <div className="evaluation-big">{score.scored - score.exactMatches}</div>
        <div className="xs muted">{t.wrong}</div>
      </div>
      {isRunning && (
        <div className="push evaluation-running" role="status">
          <progress
            max={run.totals.total}
            value={run.totals.done + run.totals.failed}
            aria-label={t.states.running}
          />
          <div className="xs muted">{t.progress(run.totals.done + run.totals.failed, run.totals.total)}</div>
        </div>
      )}
    </div>
  )
}

type Picker = { runs: readonly EvalRun[]; run: string; against: string | undefined }

function ComparePicker({ runs, run, against, onPick }: Picker & { onPick(id: string | undefined): void }) {
  const t = useWords(evaluationWords)
  const locale = useLook((look) => look.locale)
  return (
    <label className="row xs evaluation-compare">
      {t.compare}
      <select
        className="select"
        value={against ?? ''}
        onChange={({ target }) => onPick(target.value || undefined)}
      >
        <option value="">{t.noCompare}</option>
        {runs
          .filter(({ id }) => id !== run)
          .map(({ id, createdAt, model }) => (
            <option key={id} value={id}>
              {shortTime(createdAt, locale)} {model}
            </option>
          ))}
      </select>
    </label>
  )
}

type ResultsProps = { classifier: Classifier; runs: readonly EvalRun[] }

/** One evaluation: how often it was right, where it was not, and the messages. */
export function Results({ classifier, runs }: ResultsProps) {
  const t = useWords(evaluationWords)
  const { search, go } = useClassifier()
  const runId = runs.find(({ id }) => id === search.run)?.id ?? runs[0]?.id
  const { data, error, refetch } = useQuery({ ...runQuery(runId ?? ''), enabled: runId !== undefined })
  if (runId === undefined)
    return (
      <Empty icon="measure" title={t.noRuns} text={t.noRunsText}>
        <Button kind="primary" onClick={() => go({ tab: 'sort' })}>
          {t.toSort}
        </Button>
      </Empty>
    )
  if (error) return <ReadFault error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const { run, score, cases } = data
  const { against, cell } = search
  const shown = cases.filter((one) => inCell(one, cell))
  const [expected, predicted] = cell?.split('>') ?? []
  return (
    <div className="panes evaluation-results">
      <section className="pane" aria-label={t.tabs.results}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard. */}
        <div className="scroll" tabIndex={0}>
          <ScoreLine run={run} score={score} />
          <div className="section">
            <Matrix
              score={score}
              cell={cell}
              onCell={(next) => go({ run: runId, ...(against && { against }), ...(next && { cell: next }) })}
            />
          </div>
          <PerCategory score={score} />
          {runs.length > 1 && (
            <div className="section">
              <ComparePicker
                runs={runs}
                run={runId}
                against={against}
                onPick={(id) => go({ run: runId, ...(id && { against: id }) })}
              />
            </div>
          )}
          {against && <Comparison id={runId} otherId={against} />}
        </div>
      </section>
      <section className="pane" aria-label={t.cases}>
        <header>
          <h2 className="cut">{cell ? `${expected || t.none_} → ${predicted || t.none_}` : t.allCases}</h2>
          <span className="count">{shown.length}</span>
        </header>
        <Cases classifier={classifier} cases={shown} />
      </section>
    </div>
  )
}
