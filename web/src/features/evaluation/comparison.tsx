import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { read } from '../../api/read.ts'
import { ReadFault } from '../../api/read-fault.tsx'
import { useWords } from '../../lib/words/words.ts'
import { StateTag } from '../../ui/state-tag.tsx'
import { evaluationWords } from './evaluation.words.ts'

const percent = (value: number | null) => (value === null ? '–' : `${Math.round(value * 100)} %`)
const joined = (labels: readonly string[], none: string) => labels.join(', ') || none
const tones = { better: 'good', worse: 'bad', other: 'idle' } as const
const icons = { better: 'arrow-up', worse: 'arrow-down', other: 'updown' } as const

/** Two evaluations side by side, on the messages that both have decided. */
export function Comparison({ id, otherId }: { id: string; otherId: string }) {
  const t = useWords(evaluationWords)
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
            <div className="evaluation-big">{percent(accuracy)}</div>
            <p className="xs muted">{run.model}</p>
            {costUsd !== null && <p className="xs muted">{t.cost(costUsd.toFixed(4))}</p>}
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
