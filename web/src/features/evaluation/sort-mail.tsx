import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { read } from '../../api/read.ts'
import { ReadFault } from '../../api/read-fault.tsx'
import { type Command, useCommands } from '../../lib/keyboard/commands.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { MessageBody } from '../messages/index.ts'
import type { Classifier } from './evaluation.queries.ts'
import { evaluationWords } from './evaluation.words.ts'
import { useSorting } from './use-sorting.ts'

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
  const { categories, several } = classifier
  const { recent, isReady, open, gathered, choose, sort, skip } = useSorting(classifier)
  const kinds = categories.slice(0, 9).map(
    ({ name }, index): Command => ({
      id: `sort-${name}`,
      title: t.correctAs(name),
      group: t.tabs.sort,
      icon: 'classify',
      keys: [String(index + 1)],
      run: () => choose(name),
    }),
  )
  const confirming: Command = {
    id: 'sort-confirm',
    title: t.confirm,
    group: t.tabs.sort,
    keys: ['Enter'],
    icon: 'check',
    run: () => void sort(gathered),
  }
  useCommands([
    ...kinds,
    ...(several ? [confirming] : []),
    {
      id: 'skip-message',
      title: t.skip,
      group: t.tabs.sort,
      keys: ['ArrowRight'],
      icon: 'skip',
      run: skip,
    },
  ])
  if (recent.error) return <ReadFault error={recent.error} onRetry={() => void recent.refetch()} />
  if (!isReady) return null
  if (!open) return <Empty icon="checks" title={t.sortDone} text={t.sortDoneText} />
  return (
    <div className="evaluation-sorting">
      <div className="evaluation-kinds" role="toolbar" aria-label={t.sortHello}>
        {categories.slice(0, 9).map(({ name, description }, index) => (
          <Button
            key={name}
            keys={String(index + 1)}
            title={description}
            aria-pressed={several ? gathered.includes(name) : undefined}
            onClick={() => choose(name)}
          >
            {name}
          </Button>
        ))}
        {several && (
          <Button kind="primary" keys="Enter" onClick={confirming.run}>
            {t.confirm}
          </Button>
        )}
        <Button kind="quiet" keys="ArrowRight" onClick={skip}>
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
