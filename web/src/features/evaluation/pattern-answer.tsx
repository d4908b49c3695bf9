import type { client } from '../../api/client.ts'
import { useWords } from '../../lib/words/words.ts'
import type { Classifier } from './evaluation.queries.ts'
import { evaluationWords } from './evaluation.words.ts'

export type Pattern = Awaited<ReturnType<typeof client.patterns.list>>['patterns'][number]

type PatternAnswerProps = { classifier: Classifier; pattern: Pattern; onChange(labels: string[]): void }

/** The answer of a pattern, to be changed: one category, or several where the classifier gives several. */
export function PatternAnswer({ classifier, pattern, onChange }: PatternAnswerProps) {
  const t = useWords(evaluationWords)
  const { categories, several } = classifier
  const { labels, sender } = pattern
  if (several)
    return (
      <fieldset className="evaluation-answers">
        <legend className="sr">{t.changeAnswer(sender)}</legend>
        {categories.map(({ name }) => (
          <label key={name} className="choice xs">
            <input
              type="checkbox"
              checked={labels.includes(name)}
              onChange={({ target }) =>
                onChange(target.checked ? [...labels, name] : labels.filter((label) => label !== name))
              }
            />
            {name}
          </label>
        ))}
      </fieldset>
    )
  return (
    <select
      className="select"
      aria-label={t.changeAnswer(sender)}
      value={labels[0] ?? ''}
      onChange={({ target }) => onChange(target.value ? [target.value] : [])}
    >
      <option value="">{t.none_}</option>
      {categories.map(({ name }) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  )
}
