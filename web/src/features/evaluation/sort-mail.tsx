import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { faultText } from '../../api/fault-text.ts'
import { read, reread } from '../../api/read.ts'
import { ReadFault } from '../../api/read-fault.tsx'
import { type Command, useCommands } from '../../lib/keyboard/commands.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { MessageBody } from '../messages/index.ts'
import { type Classifier, referenceQuery } from './evaluation.queries.ts'
import { evaluationWords } from './evaluation.words.ts'

function Letter({ id }: { id: string }) {
  const { data } = useQuery(read(client.messages.get, { params: { id } }))
  if (!data) return null
  const sender = data.from?.name || data.from?.email || ''
  return (
    <article className="evaluation-letter-sheet">
      <p className="strong">{sender}</p>
      <h2>{data.subject}</h2>
      <MessageBody message={data} sender={sender} />
    </article>
  )
}

/** Recent mail that is not sorted yet, one message at a time; a key sorts it and shows the next. */
export function SortMail({ classifier }: { classifier: Classifier }) {
  const t = useWords(evaluationWords)
  const { workflowId, nodeId, categories } = classifier
  const recent = useQuery(read(client.messages.list, { query: { q: 'in:inbox', limit: 100 } }))
  const known = useQuery(referenceQuery(workflowId, nodeId))
  const [passed, setPassed] = useState<ReadonlySet<string>>(new Set())
  const sorted = new Set(known.data?.entries.map(({ messageId }) => messageId))
  const open = recent.data?.messages.find(({ id }) => !sorted.has(id) && !passed.has(id))
  const pass = (id: string) => setPassed((now) => new Set([...now, id]))
  const sort = async (name: string) => {
    if (!open) return
    const { id } = open
    pass(id)
    try {
      const body = { kind: 'message' as const, messageId: id, categories: [name] }
      const { entry } = await client.referenceSet.add({ params: { id: workflowId, nodeId }, body })
      const undo = async () => {
        await client.referenceSet.remove({ params: { id: entry.id } })
        setPassed((now) => new Set([...now].filter((one) => one !== id)))
        await reread(['referenceSet'], ['evaluation'])
      }
      showToast({ icon: 'classify', text: t.sorted(name), action: { label: t.undo, run: () => void undo() } })
      await reread(['referenceSet'], ['evaluation'])
    } catch (error) {
      showToast({ icon: 'warning', text: t.refused(faultText(error)), isFault: true })
    }
  }
  const kinds = categories.slice(0, 9).map(
    ({ name }, index): Command => ({
      id: `sort-${name}`,
      title: t.correctAs(name),
      group: t.tabs.sort,
      icon: 'classify',
      keys: [String(index + 1)],
      run: () => void sort(name),
    }),
  )
  useCommands([
    ...kinds,
    {
      id: 'skip-message',
      title: t.skip,
      group: t.tabs.sort,
      keys: ['ArrowRight'],
      icon: 'skip',
      run: () => open && pass(open.id),
    },
  ])
  if (recent.error) return <ReadFault error={recent.error} onRetry={() => void recent.refetch()} />
  if (!recent.data || !known.data) return null
  if (!open) return <Empty icon="checks" title={t.sortDone} text={t.sortDoneText} />
  return (
    <div className="evaluation-sorting">
      <div className="evaluation-kinds" role="toolbar" aria-label={t.sortHello}>
        {categories.slice(0, 9).map(({ name, description }, index) => (
          <Button key={name} keys={String(index + 1)} title={description} onClick={() => void sort(name)}>
            {name}
          </Button>
        ))}
        <Button kind="quiet" keys="ArrowRight" onClick={() => pass(open.id)}>
          {t.skip}
        </Button>
        <span className="push xs muted evaluation-sort-hint">{t.sortHint}</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard. */}
      <div className="scroll" tabIndex={0}>
        <Letter key={open.id} id={open.id} />
      </div>
    </div>
  )
}
