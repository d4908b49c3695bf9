import { ReadFault } from '../../../api/read-fault.tsx'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Empty } from '../../../ui/empty.tsx'
import { PageBar } from '../../../ui/page-bar.tsx'
import { navWords } from './nav.words.ts'
import { type OutboxItem, useOutbox } from './outbox.queries.ts'
import { outboxWords } from './outbox.words.ts'
import { OutboxRow } from './outbox-row.tsx'
import './outbox.css'

function Group({ title, items }: { title: string; items: readonly OutboxItem[] }) {
  if (items.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <ul className="outbox-list">
        {items.map((item) => (
          <OutboxRow key={item.id} item={item} />
        ))}
      </ul>
    </section>
  )
}

/** Mail that has not left, explained. */
export default function OutboxPage() {
  const t = useWords(outboxWords)
  const { title } = useWords(navWords)
  usePageTitle(title)
  const { attention, onItsWay, isPending, error, retry } = useOutbox()
  const isEmpty = attention.length + onItsWay.length === 0
  return (
    <div className="outbox">
      <PageBar title={title} note={t.hint} />
      <div className="outbox-body">
        {error ? (
          <ReadFault error={error} onRetry={retry} />
        ) : isEmpty && !isPending ? (
          <Empty icon="sent" title={t.empty} text={t.emptyText} />
        ) : (
          <>
            <Group title={t.attention} items={attention} />
            <Group title={t.onItsWay} items={onItsWay} />
          </>
        )}
      </div>
    </div>
  )
}
