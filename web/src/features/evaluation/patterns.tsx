import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { faultText } from '../../api/fault-text.ts'
import { read, reread } from '../../api/read.ts'
import { ReadFault } from '../../api/read-fault.tsx'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { showToast } from '../../ui/toasts.tsx'
import type { Classifier } from './evaluation.queries.ts'
import { evaluationWords } from './evaluation.words.ts'

const looks = {
  learning: { icon: 'ring', tone: 'info' },
  active: { icon: 'ok', tone: 'good' },
  disabled: { icon: 'off', tone: 'idle' },
} as const

/** What the classifier answers without a model, each of which can be changed, switched off or forgotten. */
export function Patterns({ classifier }: { classifier: Classifier }) {
  const t = useWords(evaluationWords)
  const { workflowId, nodeId, categories } = classifier
  const { data, error, refetch } = useQuery(read(client.patterns.list, { params: { id: workflowId } }))
  const act = async (work: () => Promise<unknown>, text?: string) => {
    try {
      await work()
      if (text) showToast({ icon: 'check', text })
    } catch (fault) {
      showToast({ icon: 'warning', text: t.refused(faultText(fault)), isFault: true })
    }
    await reread(['patterns'])
  }
  const edit = (id: string, body: { enabled?: boolean; labels?: string[] }) =>
    act(() => client.patterns.edit({ params: { id }, body }))
  if (error) return <ReadFault error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const patterns = data.patterns.filter((pattern) => pattern.nodeId === nodeId)
  if (patterns.length === 0) return <Empty icon="seen" title={t.noPatterns} text={t.patternsText} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard.
    <div className="scroll" tabIndex={0}>
      <p className="section muted">{t.patternsText}</p>
      <table className="grid-table evaluation-patterns">
        <caption className="sr">{t.tabs.patterns}</caption>
        <thead>
          <tr>
            {[t.sender, t.shape, t.answer, t.seen, t.state].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {patterns.map(({ id, sender, subjectShape, labels, seen, status }) => (
            <tr key={id}>
              <td>{sender}</td>
              <td className="muted">{subjectShape}</td>
              <td>
                <select
                  className="select"
                  aria-label={t.changeAnswer(sender)}
                  value={labels[0] ?? ''}
                  onChange={({ target }) => void edit(id, { labels: target.value ? [target.value] : [] })}
                >
                  <option value="">{t.none_}</option>
                  {categories.map(({ name }) => (
                    <option key={name}>{name}</option>
                  ))}
                </select>
              </td>
              <td className="num">{seen}</td>
              <td>
                <StateTag {...looks[status]}>{t.patternStates[status]}</StateTag>
              </td>
              <td>
                <span className="group">
                  <Button size="small" onClick={() => void edit(id, { enabled: status !== 'active' })}>
                    {status === 'active' ? t.disable : t.enable}
                  </Button>
                  <Button
                    size="small"
                    kind="danger"
                    onClick={() => void act(() => client.patterns.remove({ params: { id } }), t.forgotten)}
                  >
                    {t.forget}
                  </Button>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
