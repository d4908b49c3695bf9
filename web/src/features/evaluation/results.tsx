import { useQuery } from '@tanstack/react-query'
import { ReadFault } from '../../api/read-fault.tsx'
import { shortTime } from '../../lib/dates.ts'
import { percent } from '../../lib/figures.ts'
import { useLook } from '../../lib/look.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Cases, isShown } from './cases.tsx'
import { Comparison } from './comparison.tsx'
import { type Classifier, type EvalRun, runQuery, type Score, useClassifier } from './evaluation.queries.ts'
import type { Only } from './evaluation.search.ts'
import { evaluationWords } from './evaluation.words.ts'
import { Matrix, PerCategory } from './matrix.tsx'

type FigureProps = { count: number; word: string; isOpen: boolean; onOpen(): void }

/** A number that leads to its messages. */
const Figure = ({ count, word, isOpen, onOpen }: FigureProps) => (
  <button
    type="button"
    className="evaluation-figure"
    aria-pressed={isOpen}
    disabled={count === 0}
    onClick={onOpen}
  >
    <span className="evaluation-big">{count}</span>
    <span className="xs muted">{word}</span>
  </button>
)

type ScoreLineProps = { run: EvalRun; score: Score; only: Only | undefined; onOnly(only?: Only): void }

function ScoreLine({ run, score, only, onOnly }: ScoreLineProps) {
  const t = useWords(evaluationWords)
  const locale = useLook((look) => look.locale)
  const isRunning = run.status === 'queued' || run.status === 'running'
  const done = run.totals.done + run.totals.failed
  const figures = { wrong: score.scored - score.exactMatches, unsorted: run.totals.done - score.scored }
  return (
    <div className="evaluation-score">
      <div>
        <div className="evaluation-big">
          {score.accuracy === null ? '–' : percent(score.accuracy, locale)}
        </div>
        <div className="xs muted">
          {t.right} {t.of(score.scored)}
        </div>
      </div>
      {(['wrong', 'unsorted'] as const).map((kind) => (
        <Figure
          key={kind}
          count={figures[kind]}
          word={t[kind]}
          isOpen={only === kind}
          onOpen={() => onOnly(only === kind ? undefined : kind)}
        />
      ))}
      {isRunning && (
        <div className="push evaluation-running" role="status">
          <progress max={run.totals.total} value={done} aria-label={t.states.running} />
          <div className="xs muted">{t.progress(done, run.totals.total)}</div>
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
  const { against, cell, only } = search
  const shown = cases.filter((one) => isShown(one, cell, only))
  const [expected, predicted] = cell?.split('>') ?? []
  const titleOfCell = cell && `${expected || t.none_} → ${predicted || t.none_}`
  const kept = { run: runId, ...(against && { against }) }
  return (
    <div className="panes evaluation-results">
      <section className="pane" aria-label={t.tabs.results}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard. */}
        <div className="scroll" tabIndex={0}>
          <ScoreLine
            run={run}
            score={score}
            only={only}
            onOnly={(next) => go({ ...kept, ...(next && { only: next }) })}
          />
          <div className="section">
            <p id="evaluation-matrix-text" className="xs muted evaluation-matrix-text">
              {t.matrix}
            </p>
            <Matrix
              score={score}
              cell={cell}
              onCell={(next) => go({ ...kept, ...(next && { cell: next }) })}
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
          <h2 className="cut">{titleOfCell ?? (only ? t.only[only] : t.allCases)}</h2>
          <span className="count">{shown.length}</span>
        </header>
        <Cases classifier={classifier} cases={shown} />
      </section>
    </div>
  )
}
