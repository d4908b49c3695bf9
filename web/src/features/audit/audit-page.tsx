import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { client } from '../../api/client.ts'
import { PageList } from '../../api/page-list.tsx'
import { read } from '../../api/read.ts'
import { usePages } from '../../api/use-pages.ts'
import { dayName, shortTime } from '../../lib/dates.ts'
import { useLook } from '../../lib/look.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageBar } from '../../ui/page-bar.tsx'
import { Select } from '../../ui/select.tsx'
import { auditWords } from './audit.words.ts'
import { type AuditSearch, periods } from './audit-search.ts'
import { detailRows, type Entry, sentenceOf } from './sentences.ts'
import './audit.css'

const dayMs = 24 * 60 * 60 * 1000

function Details({ entry }: { entry: Entry }) {
  const t = useWords(auditWords)
  const rows: [string, string][] = [
    ...detailRows(entry.details),
    [t.target, [entry.targetKind, entry.targetId].filter(Boolean).join(' ')],
    [t.from, entry.ip ?? '–'],
    [t.entry, entry.id],
  ]
  return (
    <dl className="dl audit-details xs">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt className="mono">{name}</dt>
          <dd className="mono">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Row({ entry, names }: { entry: Entry; names: ReadonlyMap<string, string> }) {
  const t = useWords(auditWords)
  const locale = useLook((look) => look.locale)
  const [isOpen, setIsOpen] = useState(false)
  const actor =
    entry.actorKind === 'member'
      ? (names.get(entry.actorMemberId ?? '') ?? t.formerMember)
      : t.actors[entry.actorKind]
  return (
    <li className="audit-row">
      <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <time className="xs muted num">{shortTime(entry.at, locale)}</time>
        {entry.actorKind === 'member' ? (
          <Avatar name={actor} size={22} />
        ) : (
          <Icon name={entry.actorKind === 'system' ? 'server' : 'hook'} />
        )}
        <span className="audit-sentence">
          <b>{actor}</b> {sentenceOf(entry, t, names)}
        </span>
        <span className="mono xs faint audit-code">{entry.action}</span>
        <span className="xs muted num audit-ip">{entry.ip ?? ''}</span>
      </button>
      {isOpen && <Details entry={entry} />}
    </li>
  )
}

type FiltersProps = {
  search: AuditSearch
  members: readonly { id: string; name: string }[]
  change(search: AuditSearch): void
}

function Filters({ search, members, change }: FiltersProps) {
  const t = useWords(auditWords)
  const set = (name: 'action' | 'actor') => (value: string) => {
    const { [name]: _, ...others } = search
    change(value ? ({ ...others, [name]: value } as AuditSearch) : others)
  }
  const actions = Object.keys(t.actions).sort()
  return (
    <div className="filters">
      <Select
        label={t.who}
        isLabelHidden
        value={search.actor ?? ''}
        choices={[
          { value: '', label: t.anybody },
          ...members.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={set('actor')}
      />
      <Select
        label={t.what}
        isLabelHidden
        value={search.action ?? ''}
        choices={[
          { value: '', label: t.anything },
          ...actions.map((action) => ({ value: action, label: action })),
        ]}
        onChange={set('action')}
      />
      <Select<string>
        label={t.when}
        isLabelHidden
        value={search.days ? String(search.days) : ''}
        choices={[
          { value: '', label: t.anyTime },
          ...periods.map((days) => ({ value: String(days), label: t.lastDays(days) })),
        ]}
        onChange={(days) => {
          const { days: _, ...others } = search
          const chosen = periods.find((one) => String(one) === days)
          change(chosen ? { ...others, days: chosen } : others)
        }}
      />
    </div>
  )
}

/** Who changed what, in sentences, with the stored entry inside. */
export default function AuditPage() {
  const t = useWords(auditWords)
  usePageTitle(t.title)
  const locale = useLook((look) => look.locale)
  const search = useSearch({ strict: false }) as AuditSearch
  const navigate = useNavigate()
  const members = useQuery(read(client.members.list, {})).data?.members ?? []
  const names = new Map(members.map(({ id, name }) => [id, name]))
  // Fixed while the filter stays, or each rendering would be another list.
  const since = useMemo(
    () => search.days && new Date(Date.now() - search.days * dayMs).toISOString(),
    [search.days],
  )
  const list = usePages(client.audit.list, {
    ...(search.action && { action: search.action }),
    ...(search.actor && { actor: search.actor }),
    ...(since && { since }),
  })
  const entries = list.pages?.flatMap((page) => page.entries) ?? []
  const days = Map.groupBy(entries, ({ at }) => dayName(new Date(at), locale))
  return (
    <>
      <PageBar title={t.title} note={t.note} />
      <Filters
        search={search}
        members={members}
        change={(next) => void navigate({ to: '/admin/audit', search: next, replace: true })}
      />
      <div className="scroll">
        <PageList
          read={list}
          isEmpty={entries.length === 0}
          empty={<Empty icon="scroll" title={t.none} text={t.noneText} />}
        >
          {[...days].map(([day, ofDay]) => (
            <section key={day} aria-label={day}>
              <h2 className="day-head">{day}</h2>
              <ul>
                {ofDay.map((entry) => (
                  <Row key={entry.id} entry={entry} names={names} />
                ))}
              </ul>
            </section>
          ))}
        </PageList>
      </div>
    </>
  )
}
