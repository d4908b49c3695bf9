import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { faultText } from '../../api/fault-text.ts'
import { read, reread } from '../../api/read.ts'
import { ReadFault } from '../../api/read-fault.tsx'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Empty } from '../../ui/empty.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { showToast } from '../../ui/toasts.tsx'
import type { Classifier } from './evaluation.queries.ts'
import { evaluationWords } from './evaluation.words.ts'
import { type Pattern, PatternAnswer } from './pattern-answer.tsx'

const looks = {
  learning: { icon: 'ring', tone: 'info' },
  active: { icon: 'ok', tone: 'good' },
  disabled: { icon: 'off', tone: 'idle' },
} as const

function usePatternActs() {
  const t = useWords(evaluationWords)
  const act = async (work: () => Promise<unknown>, text: string) => {
    try {
      await work()
      showToast({ icon: 'check', text })
    } catch (fault) {
      showToast({ icon: 'warning', text: t.refused(faultText(fault)), isFault: true })
    }
    await reread(['patterns'])
  }
  return {
    edit: (id: string, body: { enabled?: boolean; labels?: string[] }) =>
      act(() => client.patterns.edit({ params: { id }, body }), t.patternSaved),
    forget: (id: string) => act(() => client.patterns.remove({ params: { id } }), t.forgotten),
  }
}

type PatternRowProps = { classifier: Classifier; pattern: Pattern; onForget(): void }

function PatternRow({ classifier, pattern, onForget }: PatternRowProps) {
  const t = useWords(evaluationWords)
  const { edit } = usePatternActs()
  const { id, sender, subjectShape, seen, status } = pattern
  const isActive = status === 'active'
  return (
    <tr>
      <td>
        <b className="cut">{sender}</b>
        <span className="cut xs muted">{subjectShape}</span>
      </td>
      <td>
        <PatternAnswer
          classifier={classifier}
          pattern={pattern}
          onChange={(labels) => void edit(id, { labels })}
        />
      </td>
      <td className="num right muted">{seen}</td>
      <td>
        <StateTag {...looks[status]}>{t.patternStates[status]}</StateTag>
      </td>
      <td>
        <span className="group">
          <Button size="small" onClick={() => void edit(id, { enabled: !isActive })}>
            {isActive ? t.disable : t.enable}
          </Button>
          <Button size="small" kind="danger" onClick={onForget}>
            {t.forget}
          </Button>
        </span>
      </td>
    </tr>
  )
}

/** What the classifier answers without a model, each of which can be changed, switched off or forgotten. */
export function Patterns({ classifier }: { classifier: Classifier }) {
  const t = useWords(evaluationWords)
  const { forget } = usePatternActs()
  const [forgetting, setForgetting] = useState<Pattern>()
  const { workflowId, nodeId } = classifier
  const { data, error, refetch } = useQuery(read(client.patterns.list, { params: { id: workflowId } }))
  if (error) return <ReadFault error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const patterns = data.patterns.filter((pattern) => pattern.nodeId === nodeId)
  if (patterns.length === 0) return <Empty icon="seen" title={t.noPatterns} text={t.patternsText} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard.
    <div className="scroll" tabIndex={0}>
      <p className="section muted evaluation-patterns-text">{t.patternsText}</p>
      <table className="grid-table evaluation-patterns">
        <caption className="sr">{t.tabs.patterns}</caption>
        <thead>
          <tr>
            <th scope="col">{t.pattern}</th>
            <th scope="col">{t.answer}</th>
            <th scope="col" className="right">
              {t.seen}
            </th>
            <th scope="col">{t.state}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {patterns.map((pattern) => (
            <PatternRow
              key={pattern.id}
              classifier={classifier}
              pattern={pattern}
              onForget={() => setForgetting(pattern)}
            />
          ))}
        </tbody>
      </table>
      {forgetting && (
        <Confirm
          title={t.forgetTitle(forgetting.sender)}
          yes={t.forget}
          no={t.cancel}
          onNo={() => setForgetting(undefined)}
          onYes={() => {
            setForgetting(undefined)
            void forget(forgetting.id)
          }}
        >
          {t.forgetText}
        </Confirm>
      )}
    </div>
  )
}
