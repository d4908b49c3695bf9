import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { faultText } from '../../api/fault-text.ts'
import { reread } from '../../api/read.ts'
import { ReadFault } from '../../api/read-fault.tsx'
import type { Outcome } from '../../lib/card.ts'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { ApprovalCard } from '../approvals/index.ts'
import { DraftCard } from '../review/index.ts'
import { type DeskItem, deskQuery } from './desk.queries.ts'
import { deskWords } from './desk.words.ts'
import { Queue } from './queue.tsx'
import { useDeskCommands } from './use-desk-commands.ts'
import { useSendMany } from './use-send-many.ts'
import './desk.css'

type Decided = ReadonlyMap<string, Outcome>

const trailClasses: Record<Outcome, string> = { sent: 'sent', rejected: 'no', snoozed: 'later' }

/** What was decided in this sitting, what is decided now, and how much follows. */
function Trail({ decided, left }: { decided: Decided; left: number }) {
  const t = useWords(deskWords)
  const max = 24
  return (
    <div className="trail" role="img" aria-label={t.progress(decided.size)}>
      {[...decided].slice(-max).map(([id, outcome]) => (
        <i key={id} className={trailClasses[outcome]} />
      ))}
      {Array.from({ length: Math.min(left, max) }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal marks.
        <i key={index} className={index === 0 ? 'now' : ''} />
      ))}
    </div>
  )
}

/** The items that wait, without those decided just now, and how to decide. */
function useDesk() {
  const t = useWords(deskWords)
  const query = useQuery(deskQuery)
  const [decided, setDecided] = useState<Decided>(new Map())
  const items = (query.data?.items ?? [])
    .filter(({ id }) => !decided.has(id))
    .sort((a, b) => (a.kind === b.kind ? 0 : a.kind === 'draft' ? -1 : 1))
  const done = (id: string, outcome: Outcome) => setDecided((now) => new Map([...now, [id, outcome]]))
  const back = (ids: readonly string[]) =>
    setDecided((now) => new Map([...now].filter(([known]) => !ids.includes(known))))
  const refused = (id: string, error: unknown) => {
    back([id])
    showToast({ icon: 'warning', text: t.refused(faultText(error)), isFault: true })
    void reread(['desk'], ['review'], ['approvals'])
  }
  return { query, items, decided, done, back, refused }
}

function Nothing({ count }: { count: number }) {
  const t = useWords(deskWords)
  return (
    <div className="desk-empty">
      <Empty icon="desk" title={t.empty} text={count > 0 ? t.emptyDone(count) : t.emptyText}>
        <Link className="btn" to="/mail/$folder" params={{ folder: 'inbox' }}>
          {t.toInbox}
        </Link>
      </Empty>
    </div>
  )
}

/** Sends what is selected. */
function ManyBar({ many }: { many: ReturnType<typeof useSendMany> }) {
  const t = useWords(deskWords)
  return (
    <div className="many-bar" role="toolbar" aria-label={t.selected(many.selected.size)}>
      <Button kind="primary" icon="sent" keys="shift+Enter" onClick={many.sendAll}>
        {t.sendMany(many.selected.size)}
      </Button>
      <IconButton className="push" icon="close" label={t.clear} keys="Escape" onClick={many.clear} />
    </div>
  )
}

/** The desk: one decision at a time, by keyboard or thumb. */
export default function DeskPage() {
  const t = useWords(deskWords)
  usePageTitle(t.title)
  const { itemId } = useParams({ strict: false })
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const { query, items, decided, done, back, refused } = useDesk()
  const many = useSendMany({
    items,
    onSent: (ids) => {
      for (const id of ids) done(id, 'sent')
    },
    onBack: back,
  })
  // On a wide window the first one lies open.
  const open = items.find(({ id }) => id === itemId) ?? (isPhone && !itemId ? undefined : items[0])
  const at = open ? items.indexOf(open) : -1
  const show = (item: DeskItem | undefined) =>
    void (item
      ? navigate({ to: '/desk/$itemId', params: { itemId: item.id }, replace: true })
      : navigate({ to: '/desk', replace: true }))
  // The open card has an address, so that a list in another order does not change it.
  const pinned = open && open.id !== itemId && (!isPhone || itemId) ? open : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another card is a reason to go there.
  useEffect(() => {
    if (pinned) show(pinned)
  }, [pinned?.id])
  const step = (by: number) => show(items[(at + by + items.length) % Math.max(1, items.length)])
  useDeskCommands({ open, step, many })
  const card = open && {
    id: open.id,
    about: open.about?.messageId,
    reason: open.kind === 'draft' ? (open.reason ?? undefined) : undefined,
    onDone: (outcome: Outcome) => {
      done(open.id, outcome)
      show(items[at + 1] ?? items.find(({ id }) => id !== open.id))
    },
    onRefused: (error: unknown) => refused(open.id, error),
    onUndone: () => {
      back([open.id])
      show(open)
    },
    onSkip: () => step(1),
  }
  if (query.error && !query.data)
    return <ReadFault error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className="panes desk-panes" data-reading={open ? 'yes' : undefined}>
      <section className="pane queue-pane" aria-label={t.queue}>
        <div className="bar">
          <h1>{t.title}</h1>
          {items.length > 0 && <span className="xs muted">{t.left(items.length)}</span>}
          {many.canSelectAll && many.selected.size === 0 && (
            <IconButton
              className="push"
              icon="checks"
              label={t.selectAll}
              keys="mod+a"
              onClick={many.selectAll}
            />
          )}
        </div>
        {query.data && items.length === 0 && isPhone ? (
          <Nothing count={decided.size} />
        ) : (
          <Queue
            items={items}
            openId={open?.id}
            selecting={{ selected: many.selected, onToggle: many.toggle }}
          />
        )}
        {many.selected.size > 0 && <ManyBar many={many} />}
      </section>
      <section className="pane decision-pane" aria-label={t.decision}>
        {open && card && (
          <>
            {isPhone && <h1 className="sr">{t.title}</h1>}
            <div className="deck-head">
              <IconButton className="back" icon="left" label={t.back} onClick={() => show(undefined)} />
              <span className="strong num nowrap">{t.position(at + 1, items.length)}</span>
              <Trail decided={decided} left={items.length} />
              <span className="push group">
                <IconButton icon="up" label={t.previous} keys="k" onClick={() => step(-1)} />
                <IconButton icon="down" label={t.next} keys="j" onClick={() => step(1)} />
              </span>
            </div>
            {open.kind === 'draft' ? (
              <DraftCard key={open.id} {...card} />
            ) : (
              <ApprovalCard key={open.id} {...card} />
            )}
          </>
        )}
        {query.data && !open && <Nothing count={decided.size} />}
      </section>
    </div>
  )
}
