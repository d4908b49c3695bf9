import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { read } from '../../api/read.ts'
import { ReadFault } from '../../api/read-fault.tsx'
import { dollars, percent } from '../../lib/figures.ts'
import { useLook } from '../../lib/look.ts'
import { useWords } from '../../lib/words/words.ts'
import { StateTag } from '../../ui/state-tag.tsx'
import { evaluationWords } from './evaluation.words.ts'

const joined = (labels: readonly string[], none: string) => labels.join(', ') || none
const tones = { better: 'good', worse: 'bad', other: 'idle' } as const
const icons = { better: 'arrow-up', worse: 'arrow-down', other: 'updown' } as const

/** Two evaluations side by side, on the messages that both have decided. */
export function Comparison({ id, otherId }: { id: string; otherId: string }) {
  const t = useWords(evaluationWords)
  const locale = useLook((look) => look.locale)
  const { data, error, refetch } = useQuery(read(client.evaluation.compare, { params: { id, otherId } }))
  if (error) return <ReadFault error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const { before, after, comparison, changed } = data
  const sides = [
    [t.before, before, comparison.accuracyBefore],
    [t.after, after, comparison.accuracyAfter],
  ] as const
  return (
    <section className="section evaluation-comparison" aria-label={t.compare}>
      <div className="evaluation-sides">
        {sides.map(([title, { run, costUsd }, accuracy]) => (
          <div key={title}>
            <h2>{title}</h2>
            <div className="evaluation-big">{accuracy === null ? '–' : percent(accuracy, locale)}</div>
            <p className="xs muted">{run.model}</p>
            {costUsd !== null && <p className="xs muted">{dollars(costUsd, locale)}</p>}
            {before.run.prompt !== after.run.prompt && (
              <details className="evaluation-prompt" open>
                <summary>{t.prompt}</summary>
                <p>{run.prompt}</p>
              </details>
            )}
          </div>
        ))}
      </div>
      <p>{comparison.statement}</p>
      <h2>{t.changes}</h2>
      {changed.length === 0 && <p className="muted">{t.noChange}</p>}
      <ul className="rows">
        {changed.map((one) => (
          <li key={one.messageId} className="evaluation-changed">
            <StateTag icon={icons[one.change]} tone={tones[one.change]}>
              {t.change[one.change]}
            </StateTag>
            <span className="cut">{one.subject}</span>
            <span className="xs muted">
              {joined(one.before, t.none_)} → {joined(one.after, t.none_)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
