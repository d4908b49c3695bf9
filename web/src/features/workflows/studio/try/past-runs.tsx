import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client } from '../../../../api/client.ts'
import { shortTime } from '../../../../lib/dates.ts'
import { useLook } from '../../../../lib/look.ts'
import { useWords } from '../../../../lib/words/words.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { useStudio } from '../document/studio.store.ts'
import { tryWords } from './try.words.ts'

const days = 30

/** How often the draft would have run on the member's own mail, counted again after each save. */
export function PastRuns() {
  const t = useWords(tryWords)
  const locale = useLook((look) => look.locale)
  const id = useStudio((state) => state.workflowId)
  const base = useStudio((state) => state.base)
  const isSaved = useStudio((state) => state.save === 'saved')
  const hasTrigger = useStudio(({ graph }) =>
    graph.nodes.some(({ type, disabled }) => type === 'trigger.message' && !disabled),
  )
  const { data } = useQuery({
    queryKey: [...client.analyzer.triggerHistory.key, id, base],
    queryFn: ({ signal }) => client.analyzer.triggerHistory({ params: { id }, query: { days } }, { signal }),
    enabled: isSaved && hasTrigger,
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (!hasTrigger) return null
  if (!data) return <p className="tr-past">{t.pastCounting}</p>
  const { runs, messages, complete, since, examples } = data
  const line = (
    <>
      <b>{complete ? t.past(runs, days) : t.pastAtLeast(runs, shortTime(since, locale))}</b>{' '}
      {t.pastMails(messages)}
    </>
  )
  return (
    <div className="tr-past">
      <Icon name="clock" size={14} />
      {examples.length === 0 ? (
        <p>{line}</p>
      ) : (
        <details>
          <summary>{line}</summary>
          <ul>
            {examples.map(({ messageId, subject, from, receivedAt }) => (
              <li key={messageId}>
                {subject} <span className="faint">{from}</span>{' '}
                <time dateTime={receivedAt}>{shortTime(receivedAt, locale)}</time>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
