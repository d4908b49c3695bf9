import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { attempt } from '../../../api/attempt.ts'
import { client } from '../../../api/client.ts'
import { reread } from '../../../api/read.ts'
import { clientToken } from '../../../lib/client-token.ts'
import { longTime, shortTime } from '../../../lib/dates.ts'
import { useLook } from '../../../lib/look.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Button } from '../../../ui/button.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { restoreDraft } from '../compose/drafts.ts'
import { draftOf } from '../compose/sent-drafts.ts'
import { explain, looks, stateOf } from './explain.ts'
import type { OutboxItem } from './outbox.queries.ts'
import { outboxWords } from './outbox.words.ts'

const change = async (work: Promise<unknown>, done?: string) => {
  await attempt(work, done)
  await reread(['sending'])
}

function SendAgain({ item }: { item: OutboxItem }) {
  const t = useWords(outboxWords)
  const [asks, setAsks] = useState(false)
  const draft = draftOf(item.id)
  if (!draft) return null
  const open = () => restoreDraft({ ...draft, id: clientToken() })
  if (item.sendStatus === 'failed')
    return (
      <Button size="small" kind="primary" onClick={open}>
        {t.edit}
      </Button>
    )
  if (!asks)
    return (
      <Button size="small" onClick={() => setAsks(true)}>
        {t.sendAgain}
      </Button>
    )
  return (
    <span className="row tight" role="alert">
      {t.sure}
      <Button size="small" kind="danger" onClick={open}>
        {t.sureYes}
      </Button>
      <Button size="small" kind="quiet" onClick={() => setAsks(false)}>
        {t.sureNo}
      </Button>
    </span>
  )
}

function Acts({ item }: { item: OutboxItem }) {
  const t = useWords(outboxWords)
  const { id, mailboxId, sendStatus, sendErrorKind } = item
  const isPartlySent = sendErrorKind === 'recipients_deferred'
  return (
    <div className="outbox-acts">
      {sendStatus === 'held' && (
        <Button
          size="small"
          kind="primary"
          onClick={() =>
            void change(
              client.sending.setMailboxSwitch({ params: { id: mailboxId }, body: { enabled: true } }),
            )
          }
        >
          {t.turnOn}
        </Button>
      )}
      {(sendStatus === 'failed' || sendStatus === 'unknown') && <SendAgain item={item} />}
      {sendStatus === 'unknown' && (
        <Link className="btn small" to="/mail/$folder" params={{ folder: 'sent' }}>
          {t.toSent}
        </Link>
      )}
      {(sendStatus === 'pending' || sendStatus === 'held') && !isPartlySent && (
        <Button
          size="small"
          onClick={() => void change(client.sending.cancel({ params: { id } }), t.cancelled)}
        >
          {t.cancel}
        </Button>
      )}
    </div>
  )
}

/** One mail of the outbox: where it is, why, and what one can do. */
export function OutboxRow({ item }: { item: OutboxItem }) {
  const t = useWords(outboxWords)
  const locale = useLook((look) => look.locale)
  const state = stateOf(item)
  const [icon, tone] = looks[state]
  const subject = item.subject || '—'
  return (
    <li className="outbox-row" aria-label={subject}>
      <div className="outbox-head">
        <StateTag icon={icon} tone={tone}>
          {t.states[state]}
        </StateTag>
        <Link className="cut strong" to="/sending/$itemId" params={{ itemId: item.id }} search={{}}>
          {subject}
        </Link>
        <time className="push xs faint" dateTime={item.createdAt} title={longTime(item.createdAt, locale)}>
          {shortTime(item.createdAt, locale)}
        </time>
      </div>
      <div className="xs muted cut">
        {t.to(item.recipients.join(', '))} · {t.from(item.mailboxAddress)}
        {item.workflowName && ` · ${t.byWorkflow(item.workflowName)}`}
      </div>
      <p>{explain(item, t)}</p>
      <Acts item={item} />
    </li>
  )
}
