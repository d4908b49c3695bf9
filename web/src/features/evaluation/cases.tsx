import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { faultText } from '../../api/fault-text.ts'
import { reread } from '../../api/read.ts'
import { percent } from '../../lib/figures.ts'
import { type Command, useCommands } from '../../lib/keyboard/commands.ts'
import { useLook } from '../../lib/look.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { showToast } from '../../ui/toasts.tsx'
import type { Classifier, EvalCase } from './evaluation.queries.ts'
import type { Only } from './evaluation.search.ts'
import { evaluationWords } from './evaluation.words.ts'
import { cellOf } from './matrix.tsx'

const only = (labels: readonly string[] | null) => labels?.[0] ?? ''
const joined = (labels: readonly string[] | null, none: string) => labels?.join(', ') || none

/** The categories after a key: that one, or, where there may be several, those before with or without it. */
function withCategory({ expected, predicted }: EvalCase, name: string, several: boolean): string[] {
  const before = expected ?? predicted ?? []
  if (!several) return [name]
  return before.includes(name) ? before.filter((one) => one !== name) : [...before, name]
}

/** Whether the case is behind the chosen number: all are if none is. */
export function isShown(one: EvalCase, cell: string | undefined, kind: Only | undefined): boolean {
  if (kind === 'wrong') return one.correct === false
  if (kind === 'unsorted') return one.status === 'done' && one.expected === null
  return (
    cell === undefined || (one.expected !== null && cellOf(only(one.expected), only(one.predicted)) === cell)
  )
}

function Answer({ one }: { one: EvalCase }) {
  const t = useWords(evaluationWords)
  const locale = useLook((look) => look.locale)
  if (one.status === 'pending') return <span className="xs faint">{t.pending}</span>
  if (one.error) return <span className="xs bad">{one.error.message}</span>
  return (
    <span className="evaluation-verdict">
      <StateTag
        icon={one.correct === null ? 'unknown' : one.correct ? 'ok' : 'close'}
        tone={one.correct === null ? 'idle' : one.correct ? 'good' : 'bad'}
      >
        {joined(one.predicted, t.none_)}
      </StateTag>
      {one.correct === false && (
        <>
          <Icon name="arrow-right" size={14} />
          <StateTag icon="person" tone="good">
            {joined(one.expected, t.none_)}
          </StateTag>
        </>
      )}
      {one.confidence !== null && (
        <span className="xs faint">{t.confidence(percent(one.confidence, locale))}</span>
      )}
      {one.unsure && <span className="xs faint">{t.unsure}</span>}
    </span>
  )
}

type CasesProps = { classifier: Classifier; cases: readonly EvalCase[] }

/** The messages behind a number; a key sets the right category of the chosen one. */
export function Cases({ classifier, cases }: CasesProps) {
  const t = useWords(evaluationWords)
  const { workflowId, nodeId, categories, several } = classifier
  const [chosen, setChosen] = useState({ id: '', at: 0 })
  // A corrected case may leave the list: the one that takes its place is next.
  const open = cases.find(({ id }) => id === chosen.id) ?? cases[Math.min(chosen.at, cases.length - 1)]
  const at = open ? cases.indexOf(open) : 0
  const choose = (index: number) => setChosen({ id: cases[index]?.id ?? '', at: index })
  const step = (by: number) => choose(Math.max(0, Math.min(cases.length - 1, at + by)))
  const correct = async (name: string) => {
    if (!open) return
    choose(at)
    try {
      const body = {
        kind: 'correction' as const,
        caseId: open.id,
        categories: withCategory(open, name, several),
      }
      await client.referenceSet.add({ params: { id: workflowId, nodeId }, body })
      showToast({ icon: 'check', text: t.corrected })
      await reread(['evaluation'], ['referenceSet'])
    } catch (error) {
      showToast({ icon: 'warning', text: t.refused(faultText(error)), isFault: true })
    }
  }
  const kinds = categories.map(
    ({ name }, index): Command => ({
      id: `correct-${name}`,
      title: t.correctAs(name),
      group: t.cases,
      icon: 'classify',
      keys: [String(index + 1)],
      run: () => void correct(name),
    }),
  )
  useCommands([
    {
      id: 'next-case',
      title: t.next,
      group: t.cases,
      keys: ['j', 'ArrowDown'],
      repeats: true,
      run: () => step(1),
    },
    {
      id: 'previous-case',
      title: t.previous,
      group: t.cases,
      keys: ['k', 'ArrowUp'],
      repeats: true,
      run: () => step(-1),
    },
    ...kinds.slice(0, 9),
  ])
  return (
    <>
      <ul className="scroll evaluation-cases">
        {cases.map((one, index) => (
          <li key={one.id} className={one === open ? 'on' : ''}>
            <button type="button" aria-current={one === open} onClick={() => choose(index)}>
              <b className="cut">{one.from}</b>
              <span className="cut xs muted">{one.subject}</span>
              <Answer one={one} />
            </button>
          </li>
        ))}
      </ul>
      {open && (
        <div className="evaluation-kinds" role="toolbar" aria-label={t.caseHint}>
          {categories.slice(0, 9).map(({ name }, index) => (
            <Button key={name} size="small" keys={String(index + 1)} onClick={() => void correct(name)}>
              {name}
            </Button>
          ))}
          <Link
            className="btn quiet small icon push"
            to="/messages/$messageId"
            params={{ messageId: open.messageId }}
            aria-label={t.openMessage}
            title={t.openMessage}
          >
            <Icon name="mail" />
          </Link>
        </div>
      )}
    </>
  )
}
