import { shortTime } from '../../../../lib/dates.ts'
import { useLook } from '../../../../lib/look.ts'
import { useWords } from '../../../../lib/words/words.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { tryWords } from './try.words.ts'
import { pastDays, usePastRuns } from './use-past-runs.ts'

/** How often it would have run, with the newest mails as examples. */
export function PastRuns() {
  const t = useWords(tryWords)
  const locale = useLook((look) => look.locale)
  const { past, hasTrigger } = usePastRuns()
  if (!hasTrigger) return null
  if (!past) return <p className="tr-past">{t.pastCounting}</p>
  const { runs, messages, complete, since, examples } = past
  const line = (
    <>
      <b>{complete ? t.past(runs, pastDays) : t.pastAtLeast(runs, shortTime(since, locale))}</b>{' '}
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
