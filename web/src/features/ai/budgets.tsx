import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { monthOf } from '../../lib/dates.ts'
import { dollars } from '../../lib/figures.ts'
import { useLook } from '../../lib/look.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { type Budget, budgetsQuery } from './ai.queries.ts'
import { aiWords } from './ai.words.ts'
import { useSave } from './use-save.ts'

const textOf = (value: number | null) => (value === null ? '' : String(value))
const numberOf = (text: string) => (text.trim() === '' ? null : Number(text))

const ofEverybody: Budget = {
  scope: 'instance',
  subjectId: null,
  name: null,
  softUsd: null,
  hardUsd: null,
  spentUsd: 0,
  reservedUsd: 0,
}

function BudgetLine({ budget }: { budget: Budget }) {
  const t = useWords(aiWords)
  const locale = useLook((look) => look.locale)
  const save = useSave()
  const { scope, subjectId, name, softUsd, hardUsd, spentUsd } = budget
  const [given, setGiven] = useState<{ soft?: string; hard?: string }>({})
  const { soft = textOf(softUsd), hard = textOf(hardUsd) } = given
  const set = async () => {
    const body = { scope, ...(subjectId && { subjectId }), softUsd: numberOf(soft), hardUsd: numberOf(hard) }
    if (await save(client.aiCosts.setBudget({ body }))) setGiven({})
  }
  const title = name ?? t.scopes[scope]
  return (
    <li>
      <form
        className="ai-budget"
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault()
          void set()
        }}
      >
        <div className="ai-budget-who">
          <b>{title}</b>
          <span className="xs muted">{t.spent(dollars(spentUsd, locale))}</span>
          {hardUsd !== null && (
            <progress max={Math.max(hardUsd, 0.01)} value={Math.min(spentUsd, hardUsd)} aria-label={title} />
          )}
        </div>
        <Field
          label={t.soft}
          type="number"
          min={0}
          step="any"
          value={soft}
          onChange={({ target }) => setGiven({ ...given, soft: target.value })}
        />
        <Field
          label={t.hard}
          type="number"
          min={0}
          step="any"
          value={hard}
          onChange={({ target }) => setGiven({ ...given, hard: target.value })}
        />
        <Button type="submit" disabled={Object.keys(given).length === 0}>
          {t.save}
        </Button>
      </form>
    </li>
  )
}

/** What may be spent in a month: by everybody, and by members and workflows that have a budget. */
export function Budgets() {
  const t = useWords(aiWords)
  const locale = useLook((look) => look.locale)
  const { data } = useQuery(budgetsQuery)
  if (!data) return null
  const hasCommon = data.budgets.some(({ scope }) => scope === 'instance')
  const budgets = hasCommon ? data.budgets : [ofEverybody, ...data.budgets]
  return (
    <section aria-labelledby="ai-budgets">
      <h2 id="ai-budgets">{t.budgets}</h2>
      <p className="muted">{t.budgetsHint(monthOf(`${data.month}-01T12:00:00Z`, locale))}</p>
      <ul className="rows">
        {budgets.map((budget) => (
          <BudgetLine key={`${budget.scope} ${budget.subjectId}`} budget={budget} />
        ))}
      </ul>
    </section>
  )
}
