import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { attempt } from '../../../api/attempt.ts'
import { client } from '../../../api/client.ts'
import { Bones } from '../../../api/page-list.tsx'
import { read, reread } from '../../../api/read.ts'
import { ReadFault } from '../../../api/read-fault.tsx'
import { longTime } from '../../../lib/dates.ts'
import { useLook } from '../../../lib/look.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { type Item, isCancellable, statusLooks } from './item-state.ts'
import { journalWords } from './journal.words.ts'

type Detail = Awaited<ReturnType<typeof client.sending.read>>

/** What the state means for the recipient, and what the server said. */
function Meaning({ detail: { item, serverMessage } }: { detail: Detail }) {
  const t = useWords(journalWords)
  const kind = item.sendErrorKind as keyof typeof t.errors | undefined
  return (
    <section className="box-section">
      <StateTag icon={statusLooks[item.sendStatus][0]} tone={statusLooks[item.sendStatus][1]}>
        {t.states[item.sendStatus]}
      </StateTag>
      <p className="item-meaning">{t.meanings[item.sendStatus]}</p>
      {kind && item.sendStatus !== 'done' && <p className="muted">{t.errors[kind] ?? t.errors.other}</p>}
      {item.reviewReason && <p className="muted">{item.reviewReason}</p>}
      {serverMessage && (
        <>
          <h3 className="over">{t.serverSaid}</h3>
          <p className="well mono server-said">{serverMessage}</p>
        </>
      )}
    </section>
  )
}

function Facts({ item, cc, bcc }: { item: Item; cc: readonly string[]; bcc: readonly string[] }) {
  const t = useWords(journalWords)
  const locale = useLook((look) => look.locale)
  const to = item.recipients.filter((one) => !cc.includes(one) && !bcc.includes(one))
  const facts: [string, string | undefined][] = [
    [t.facts.from, item.mailboxAddress],
    [t.facts.to, to.join(', ')],
    [t.facts.cc, cc.join(', ')],
    [t.facts.bcc, bcc.join(', ')],
    [t.facts.created, longTime(item.createdAt, locale)],
    [t.facts.origin, t.origins[item.origin]],
    [t.facts.workflow, item.workflowName],
    [t.facts.messageId, item.messageIdHeader],
  ]
  return (
    <section className="box-section">
      <dl className="dl item-facts">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

function Actions({ item }: { item: Item }) {
  const t = useWords(journalWords)
  const router = useRouter()
  const cancel = async () => {
    await attempt(client.sending.cancel({ params: { id: item.id } }), t.cancelled)
    await reread(['sending'])
  }
  const waits = item.reviewStatus === 'pending' || item.reviewStatus === 'snoozed'
  return (
    <div className="btns">
      {isCancellable(item) && (
        <Button icon="undo" keys="x" onClick={() => void cancel()}>
          {t.cancel}
        </Button>
      )}
      {waits && (
        <Link className="btn primary" to="/desk/$itemId" params={{ itemId: item.id }}>
          <Icon name="desk" />
          {t.review}
        </Link>
      )}
      {item.threadId && (
        <Link
          className="btn"
          to="/mail/$folder/$threadId"
          params={{ folder: 'all', threadId: item.threadId }}
        >
          <Icon name="mail" />
          {t.openThread}
        </Link>
      )}
      {item.executionId && (
        <Button icon="runs" onClick={() => router.history.push(`/executions/${item.executionId}`)}>
          {t.openRun}
        </Button>
      )}
    </div>
  )
}

/** One outgoing message: its fate in plain words, its text, and what can still be done. */
export function ItemDetail({ id }: { id: string }) {
  const t = useWords(journalWords)
  const query = useQuery(read(client.sending.read, { params: { id } }))
  if (query.error && !query.data)
    return (
      <section className="box-detail" aria-label={t.detail}>
        <ReadFault error={query.error} onRetry={() => void query.refetch()} />
      </section>
    )
  const detail = query.data
  return (
    <section className="box-detail" aria-label={t.detail}>
      {detail ? (
        <>
          <header>
            <h2 className="box-title">{detail.item.subject || t.noSubject}</h2>
            <Actions item={detail.item} />
          </header>
          <Meaning detail={detail} />
          <Facts item={detail.item} cc={detail.cc} bcc={detail.bcc} />
          <section className="box-section">
            <h3 className="over">{t.text}</h3>
            <p className="item-text">{detail.bodyText}</p>
          </section>
        </>
      ) : (
        <Bones />
      )}
    </section>
  )
}
