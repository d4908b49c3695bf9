import { Link } from '@tanstack/react-router'
import { shortTime } from '../../lib/dates.ts'
import { useLook } from '../../lib/look.ts'
import { useWords } from '../../lib/words/words.ts'
import { Icon } from '../../ui/icon.tsx'
import type { DeskItem } from './desk.queries.ts'
import { deskWords } from './desk.words.ts'

const nearMs = 24 * 60 * 60 * 1000

type Selecting = { selected: ReadonlySet<string>; onToggle(id: string): void }
type RowProps = { item: DeskItem; isOpen: boolean; selecting: Selecting }

function Row({ item, isOpen, selecting }: RowProps) {
  const t = useWords(deskWords)
  const locale = useLook((look) => look.locale)
  // A deadline matters once it is near; an approval always has one.
  const isNear = item.deadline !== null && Date.parse(item.deadline) - Date.now() < nearMs
  const showsDeadline = item.deadline !== null && (isNear || item.kind === 'approval')
  const who = item.about?.fromName || item.about?.fromEmail || item.workflowName || item.title
  const row = (
    <Link
      className="q"
      to="/desk/$itemId"
      params={{ itemId: item.id }}
      aria-current={isOpen ? 'true' : undefined}
      activeProps={{}}
    >
      <Icon name={item.kind === 'draft' ? (item.reason ? 'held' : 'draft') : 'stamp'} />
      <span className="who">{who}</span>
      <span className="what">{item.title}</span>
      <span className={`end ${isNear ? 'warn' : ''}`}>
        {showsDeadline ? t.due(shortTime(item.deadline ?? '', locale)) : shortTime(item.waitingSince, locale)}
      </span>
    </Link>
  )
  // An approval is decided on its own.
  if (item.kind !== 'draft') return row
  return (
    <div className="q-line">
      <input
        type="checkbox"
        aria-label={t.select(who)}
        checked={selecting.selected.has(item.id)}
        onChange={() => selecting.onToggle(item.id)}
      />
      {row}
    </div>
  )
}

type QueueProps = { items: readonly DeskItem[]; openId: string | undefined; selecting: Selecting }

/** Everything that waits, drafts before approvals. */
export function Queue({ items, openId, selecting }: QueueProps) {
  const t = useWords(deskWords)
  const groups = [
    { title: t.drafts, items: items.filter(({ kind }) => kind === 'draft') },
    { title: t.approvals, items: items.filter(({ kind }) => kind === 'approval') },
  ]
  return (
    <nav className="queue" aria-label={t.queue}>
      {groups.map(
        (group) =>
          group.items.length > 0 && (
            <section key={group.title}>
              <h2>
                {group.title}
                <span className="num">{group.items.length}</span>
              </h2>
              {group.items.map((item) => (
                <Row key={item.id} item={item} isOpen={item.id === openId} selecting={selecting} />
              ))}
            </section>
          ),
      )}
    </nav>
  )
}
