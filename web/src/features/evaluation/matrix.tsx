import { percent } from '../../lib/figures.ts'
import { useLook } from '../../lib/look.ts'
import { type Locale, useWords } from '../../lib/words/words.ts'
import type { Score } from './evaluation.queries.ts'
import { evaluationWords } from './evaluation.words.ts'

export const cellOf = (expected: string, predicted: string) => `${expected}>${predicted}`

type MatrixProps = { score: Score; cell: string | undefined; onCell(cell: string | undefined): void }

/** Who sorted what as what; each number leads to its messages. */
export function Matrix({ score, cell, onCell }: MatrixProps) {
  const t = useWords(evaluationWords)
  const { confusion } = score
  if (confusion.kind !== 'single') return null
  const { labels, counts } = confusion
  const most = Math.max(1, ...counts.flat())
  const nameOf = (label: string) => label || t.none_
  return (
    <table className="evaluation-matrix" aria-describedby="evaluation-matrix-text">
      <caption className="sr">{t.confusion}</caption>
      <thead>
        <tr>
          <td />
          {labels.map((label) => (
            <th key={label} scope="col">
              {nameOf(label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {labels.map((expected, row) => (
          <tr key={expected}>
            <th scope="row">{nameOf(expected)}</th>
            {labels.map((predicted, column) => {
              const count = counts[row]?.[column] ?? 0
              const id = cellOf(expected, predicted)
              return (
                <td key={predicted}>
                  <button
                    type="button"
                    disabled={count === 0}
                    aria-pressed={cell === id}
                    aria-label={t.cell(count, nameOf(expected), nameOf(predicted))}
                    className={row === column ? 'evaluation-hit' : 'evaluation-miss'}
                    style={{ '--v': `${Math.round((count / most) * 100)}%` }}
                    onClick={() => onCell(cell === id ? undefined : id)}
                  >
                    {count}
                  </button>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const share = (value: number | null, locale: Locale) => (value === null ? '–' : percent(value, locale))

export function PerCategory({ score }: { score: Score }) {
  const t = useWords(evaluationWords)
  const locale = useLook((look) => look.locale)
  return (
    <table className="grid-table evaluation-per-category">
      <caption className="sr">{t.perCategory}</caption>
      <thead>
        <tr>
          <th scope="col">{t.category}</th>
          {[t.mails, t.precision, t.recall, t.f1].map((title) => (
            <th key={title} scope="col" className="right">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {score.perCategory.map(({ category, expectedCount, precision, recall, f1 }) => (
          <tr key={category}>
            <th scope="row">{category || t.none_}</th>
            <td className="right num muted">{expectedCount}</td>
            <td className="right num">{share(precision, locale)}</td>
            <td className="right num">{share(recall, locale)}</td>
            <td className="right num">{share(f1, locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
