import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { attempt } from '../../api/attempt.ts'
import { client } from '../../api/client.ts'
import { PageList } from '../../api/page-list.tsx'
import { usePages } from '../../api/use-pages.ts'
import { dayName, longTime, shortTime } from '../../lib/dates.ts'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { useLook } from '../../lib/look.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { PageBar } from '../../ui/page-bar.tsx'
import { Select } from '../../ui/select.tsx'
import { StateTag, type Tone } from '../../ui/state-tag.tsx'
import { useMailboxes } from '../mailboxes/index.ts'
import { mailJournalWords } from './journal.words.ts'
import { type JournalSearch, type Outcome, outcomes } from './journal-search.ts'
import './journal.css'

type Entry = Awaited<ReturnType<typeof client.journal.list>>['entries'][number]

const looks: Record<Outcome, [IconName, Tone]> = {
  dispatched: ['flow', 'accent'],
  unmatched: ['ring', 'idle'],
  guardrail: ['shield', 'info'],
  excluded_member: ['eye-off', 'idle'],
  excluded_org: ['building', 'idle'],
}

/** Goes to the thread of the message. */
function useOpen() {
  const navigate = useNavigate()
  return async ({ messageId }: Entry) => {
    if (!messageId) return
    const result = await attempt(client.messages.get({ params: { id: messageId } }))
    if (!result) return
    const { threadId } = result.reply
    if (threadId) await navigate({ to: '/mail/$folder/$threadId', params: { folder: 'all', threadId } })
  }
}

function Row({ entry, isCurrent, onOpen }: { entry: Entry; isCurrent: boolean; onOpen(): void }) {
  const t = useWords(mailJournalWords)
  const locale = useLook((look) => look.locale)
  const [icon, tone] = looks[entry.outcome]
  const rule = entry.ruleRef
  const known = rule ? t.rules[rule as keyof typeof t.rules] : undefined
  return (
    <li>
      <button
        type="button"
        className="journal-row"
        data-current={isCurrent ? 'yes' : undefined}
        disabled={!entry.messageId}
        onClick={onOpen}
      >
        <time className="xs muted num" dateTime={entry.createdAt} title={longTime(entry.createdAt, locale)}>
          {shortTime(entry.createdAt, locale)}
        </time>
        <b className="cut">{entry.from?.name || entry.from?.email || t.noSender}</b>
        <span className="cut journal-subject">{entry.subject ?? t.deleted}</span>
        <StateTag icon={icon} tone={tone} isPlain>
          {t.outcomes[entry.outcome]}
        </StateTag>
        <span className="xs muted journal-rule">{known ?? (rule ? t.rule(rule) : '')}</span>
      </button>
    </li>
  )
}

type Change = (search: JournalSearch) => void

function Filters({ search, change }: { search: JournalSearch; change: Change }) {
  const t = useWords(mailJournalWords)
  const locale = useLook((look) => look.locale)
  const mailboxes = useMailboxes() ?? []
  return (
    <div className="filters">
      <Select<Outcome | ''>
        label={t.outcome}
        isLabelHidden
        value={search.outcome ?? ''}
        choices={[
          { value: '', label: t.anyOutcome },
          ...outcomes.map((value) => ({ value, label: t.outcomes[value] })),
        ]}
        onChange={(outcome) => {
          const { outcome: _, ...others } = search
          change(outcome ? { ...others, outcome } : others)
        }}
      />
      <Select
        label={t.mailbox}
        isLabelHidden
        value={search.mailbox ?? ''}
        choices={[
          { value: '', label: t.anyMailbox },
          ...mailboxes.map(({ id, address }) => ({ value: id, label: address })),
        ]}
        onChange={(mailbox) => {
          const { mailbox: _, ...others } = search
          change(mailbox ? { ...others, mailbox } : others)
        }}
      />
      {(search.from || search.to) && (
        <Button
          kind="quiet"
          size="small"
          icon="close"
          aria-label={t.anyTime}
          onClick={() => {
            const { from: _, to: _to, ...others } = search
            change(others)
          }}
        >
          {[search.from, search.to].map((bound) => (bound ? shortTime(bound, locale) : '')).join(' – ')}
        </Button>
      )}
    </div>
  )
}

/** How each incoming message was handled, over all mailboxes. */
export default function JournalPage() {
  const t = useWords(mailJournalWords)
  usePageTitle(t.title)
  const locale = useLook((look) => look.locale)
  const search = useSearch({ strict: false }) as JournalSearch
  const navigate = useNavigate()
  const open = useOpen()
  const list = usePages(client.journal.list, {
    ...(search.outcome && { outcome: search.outcome }),
    ...(search.mailbox && { mailboxId: search.mailbox }),
    ...(search.from && { from: search.from }),
    ...(search.to && { to: search.to }),
  })
  const entries = list.pages?.flatMap((page) => page.entries) ?? []
  const days = Map.groupBy(entries, ({ createdAt }) => dayName(new Date(createdAt), locale))
  const [at, setAt] = useState(-1)
  const step = (by: number) => setAt((now) => Math.max(0, Math.min(entries.length - 1, now + by)))
  const openCurrent = () => {
    const entry = entries[at]
    if (entry) void open(entry)
  }
  const group = t.title
  useCommands([
    { id: 'entry-next', title: t.next, group, keys: ['j', 'ArrowDown'], run: () => step(1), repeats: true },
    {
      id: 'entry-previous',
      title: t.previous,
      group,
      keys: ['k', 'ArrowUp'],
      run: () => step(-1),
      repeats: true,
    },
    { id: 'entry-open', title: t.open, group, keys: ['Enter', 'o'], run: openCurrent },
  ])
  const isFiltered = Object.keys(search).length > 0
  return (
    <>
      <PageBar title={t.title} note={t.note} />
      <Filters
        search={search}
        change={(next) => void navigate({ to: '/journal', search: next, replace: true })}
      />
      <div className="scroll">
        <PageList
          read={list}
          isEmpty={entries.length === 0}
          empty={
            <Empty
              icon="log"
              title={isFiltered ? t.noneFiltered : t.none}
              text={isFiltered ? undefined : t.noneText}
            />
          }
        >
          {[...days].map(([day, ofDay]) => (
            <section key={day} aria-label={day}>
              <h2 className="day-head">{day}</h2>
              <ul>
                {ofDay.map((entry) => (
                  <Row
                    key={entry.id}
                    entry={entry}
                    isCurrent={entry === entries[at]}
                    onOpen={() => void open(entry)}
                  />
                ))}
              </ul>
            </section>
          ))}
        </PageList>
      </div>
    </>
  )
}
