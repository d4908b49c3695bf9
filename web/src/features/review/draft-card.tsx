import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { client } from '../../api/client.ts'
import { read, reread } from '../../api/read.ts'
import { ReadFault } from '../../api/read-fault.tsx'
import type { CardProps, Outcome } from '../../lib/card.ts'
import { clientToken } from '../../lib/client-token.ts'
import { longTime } from '../../lib/dates.ts'
import { hold, holdMs } from '../../lib/hold.ts'
import { type Command, useCommands } from '../../lib/keyboard/commands.ts'
import { useLook } from '../../lib/look.ts'
import { useWords } from '../../lib/words/words.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { TypedAhead } from '../../ui/typed-ahead-field.tsx'
import { EditForm } from './edit-form.tsx'
import { MarkedText } from './marked-text.tsx'
import type { Statements } from './parts-of.ts'
import { reviewWords } from './review.words.ts'
import { SourcesPane } from './sources-pane.tsx'

const RejectQuestion = lazy(() => import('./reject-question.tsx'))

type Draft = Awaited<ReturnType<typeof client.review.get>>

/** Tomorrow at eight. */
function tomorrow(): Date {
  const date = new Date()
  date.setDate(date.getDate() + 1)
  date.setHours(8, 0, 0, 0)
  return date
}

function Head({ draft }: { draft: Draft }) {
  const t = useWords(reviewWords)
  const { recipients, mailboxAddress, subject } = draft.message
  return (
    <div className="paper-head">
      <div className="line">
        <span>{t.to}</span>
        <span className="row">
          <Avatar name={recipients[0] ?? ''} size={20} />
          <b className="cut">{recipients.join(', ')}</b>
        </span>
      </div>
      {draft.cc.length > 0 && (
        <div className="line">
          <span>{t.cc}</span>
          <span className="cut">{draft.cc.join(', ')}</span>
        </div>
      )}
      <div className="line">
        <span>{t.from}</span>
        <span className="muted cut">{mailboxAddress}</span>
      </div>
      <div className="line">
        <span>{t.subject}</span>
        <span className="strong">{subject}</span>
      </div>
    </div>
  )
}

function Foot({ draft, facts }: { draft: Draft; facts: Statements | undefined }) {
  const t = useWords(reviewWords)
  const found = (facts?.statements.length ?? 0) - (facts?.toCheck ?? 0)
  return (
    <div className="paper-foot">
      {found > 0 && (
        <span className="row tight good">
          <Icon name="ok" size={14} />
          {t.found(found)}
        </span>
      )}
      {facts !== undefined && facts.toCheck > 0 && (
        <span className="row tight warn">
          <Icon name="warning" size={14} />
          {t.toCheck(facts.toCheck)}
        </span>
      )}
      {draft.attachments.length > 0 && <span>{t.files(draft.attachments.length)}</span>}
      {facts !== undefined && facts.statements.length > 0 && (
        <span className="push row tight walk">
          <kbd>{facts.toCheck > 0 ? 'Tab' : 'N'}</kbd>
          {t.walk}
        </span>
      )}
    </div>
  )
}

/** A draft to review: read, corrected, sent, rejected or snoozed, with its facts and the mail it answers. */
export function DraftCard({ id, about, reason, onDone, onRefused, onUndone, onSkip }: CardProps) {
  const t = useWords(reviewWords)
  const locale = useLook((look) => look.locale)
  const { data: draft, error, refetch } = useQuery(read(client.review.get, { params: { id } }))
  const { data: facts } = useQuery(read(client.review.statements, { params: { id } }))
  const [current, setCurrent] = useState<number>()
  const [mode, setMode] = useState<'read' | 'edit' | 'reject'>('read')
  const paper = useRef<HTMLDivElement>(null)
  const isRead = draft !== undefined
  // From here Tab leads straight to what stands in no source.
  useEffect(() => {
    if (isRead && document.activeElement === document.body) paper.current?.focus({ preventScroll: true })
  }, [isRead])

  /** Shown at once, sent a moment later, so that it can be taken back. */
  const decide = (outcome: Outcome, [icon, text]: [IconName, string], request: () => Promise<unknown>) => {
    onDone(outcome)
    const prevent = hold(() => void request().catch(onRefused))
    const undo = () => prevent() && onUndone()
    showToast({ icon, text, action: { label: t.undo, keys: 'z', run: () => void undo() } }, holdMs)
  }
  const send = () =>
    decide('sent', ['sent', t.sent], () =>
      client.review.send({ params: { id }, body: { clientToken: clientToken() } }),
    )
  const reject = (why: string) =>
    decide('rejected', ['close', t.rejected], () =>
      client.review.reject({ params: { id }, body: why ? { reason: why } : {} }),
    )
  const snooze = () => {
    const until = tomorrow().toISOString()
    decide('snoozed', ['snooze', t.snoozed(longTime(until, locale))], () =>
      client.review.snooze({ params: { id }, body: { until } }),
    )
  }
  const walk = () => {
    const order = (facts?.statements ?? [])
      .map((statement, index) => ({ index, rank: statement.toCheck ? 0 : 1 }))
      .sort((a, b) => a.rank - b.rank)
    const at = order.findIndex(({ index }) => index === current)
    setCurrent(order[(at + 1) % Math.max(1, order.length)]?.index)
  }
  const acts: (Command & { kind?: 'primary' | 'quiet' })[] = [
    { id: 'send', title: t.send, group: t.group, keys: ['Enter', 'a'], run: send, kind: 'primary' },
    { id: 'edit', title: t.edit, group: t.group, keys: ['e'], icon: 'pen', run: () => setMode('edit') },
    {
      id: 'reject',
      title: t.reject,
      group: t.group,
      keys: ['r'],
      icon: 'close',
      run: () => setMode('reject'),
    },
    { id: 'snooze', title: t.snooze, group: t.group, keys: ['s'], icon: 'snooze', run: snooze },
    { id: 'skip', title: t.skip, group: t.group, keys: ['ArrowRight'], run: onSkip, kind: 'quiet' },
  ]
  const next: Command = {
    id: 'next-fact',
    title: t.next,
    group: t.group,
    keys: ['n'],
    icon: 'down',
    run: walk,
  }
  useCommands(mode === 'read' && draft ? [...acts, next] : [])

  if (error) return <ReadFault error={error} onRetry={() => void refetch()} />
  if (!draft) return null
  return (
    <>
      <div className="deck">
        <div className="card-side">
          {reason && (
            <p className="banner held" data-tone="warn">
              <Icon name="held" />
              <span>
                <b>{t.held}</b> {reason} {t.heldHint}
              </span>
            </p>
          )}
          <div className="paper" ref={paper} tabIndex={-1}>
            {mode === 'edit' ? (
              <EditForm
                draft={draft}
                onDone={async () => {
                  setMode('read')
                  await reread(['review'], ['desk'])
                }}
              />
            ) : (
              <>
                <Head draft={draft} />
                <MarkedText
                  text={draft.bodyText ?? ''}
                  statements={facts?.statements ?? []}
                  current={current}
                  onVisit={setCurrent}
                />
                <Foot draft={draft} facts={facts} />
              </>
            )}
          </div>
        </div>
        <SourcesPane facts={facts} current={current} about={about} />
      </div>
      {mode !== 'edit' && (
        <div className="acts" role="toolbar" aria-label={t.group}>
          {acts.map(({ id: act, title, keys, icon, run, kind }) => (
            <Button
              key={act}
              {...(kind && { kind })}
              {...(icon && { icon: icon as IconName })}
              keys={keys?.[0]}
              onClick={run}
            >
              {title}
            </Button>
          ))}
        </div>
      )}
      <Suspense fallback={<TypedAhead />}>
        {mode === 'reject' && <RejectQuestion onReject={reject} onClose={() => setMode('read')} />}
      </Suspense>
    </>
  )
}
