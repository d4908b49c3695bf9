import { faultText } from '../../../../api/fault-text.ts'
import { useWords } from '../../../../lib/words/words.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { usePreview } from '../preview/preview.ts'
import { type Execution, showRun, useRun } from './run.store.ts'
import { tryWords } from './try.words.ts'

type Results = ReadonlyMap<string, Execution | Error>

const effectsOf = (execution: Execution) =>
  execution.steps.flatMap(({ effects }) => effects.map(({ description }) => description))

/** What would have happened with each of the last mails; one click draws the run on the canvas. */
export function ManyResults({ results, total }: { results: Results; total: number }) {
  const t = useWords(tryWords)
  const { mails } = usePreview()
  const drawn = useRun((run) => run.execution?.id)
  const failed = [...results.values()].filter((one) => one instanceof Error || one.status === 'failed').length
  return (
    <div className="tr-many">
      <p className="xs muted" role="status">
        {t.wouldRun(results.size, total)}
        {failed > 0 && `, ${t.wouldFail(failed)}`}
      </p>
      <ul aria-label={t.results}>
        {mails
          .filter(({ id }) => results.has(id))
          .map(({ id, subject, from }) => {
            const result = results.get(id)
            if (!result) return null
            const isFault = result instanceof Error
            const isFailed = isFault || result.status === 'failed'
            const effects = isFault ? [faultText(result)] : effectsOf(result)
            const text = !isFault && result.error ? result.error.message : effects.join(' · ')
            return (
              <li key={id}>
                <button
                  type="button"
                  disabled={isFault}
                  aria-pressed={!isFault && result.id === drawn}
                  onClick={() => !isFault && showRun(result)}
                >
                  <Icon name={isFailed ? 'failed' : 'ok'} size={14} className={isFailed ? 'bad' : ''} />
                  <span className="cut">{subject}</span>
                  <span className="cut muted">{from}</span>
                  <span className="cut">{text || <span className="faint">{t.nothing}</span>}</span>
                </button>
              </li>
            )
          })}
      </ul>
    </div>
  )
}
