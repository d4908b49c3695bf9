import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { client } from '../../../api/client.ts'
import { read } from '../../../api/read.ts'
import { shortTime } from '../../../lib/dates.ts'
import { useLook } from '../../../lib/look.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Pick } from '../../../ui/pick.tsx'
import { useWorkflows } from '../executions.queries.ts'
import { runWords } from '../executions.words.ts'
import { type RunsSearch, statuses } from '../runs.search.ts'

type FiltersProps = {
  search: RunsSearch
  searchBox: RefObject<HTMLInputElement | null>
  onChange(search: RunsSearch): void
  onRetryAll(): void
}

const typingMs = 250

/** Searches while one types, once the typing rests. */
function SearchBox({ search, searchBox, onChange }: Omit<FiltersProps, 'onRetryAll'>) {
  const t = useWords(runWords)
  const [text, setText] = useState(search.q ?? '')
  useEffect(() => setText(search.q ?? ''), [search.q])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing is a reason to search.
  useEffect(() => {
    if (text.trim() === (search.q ?? '')) return
    const timer = setTimeout(() => {
      const { q: _, ...rest } = search
      onChange(text.trim() ? { ...rest, q: text.trim() } : rest)
    }, typingMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <label className="input run-search">
      <Icon name="search" />
      <span className="sr">{t.search}</span>
      <input
        ref={searchBox}
        type="search"
        value={text}
        placeholder={t.searchHint}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          setText('')
          event.currentTarget.blur()
        }}
      />
    </label>
  )
}

export function RunFilters({ search, searchBox, onChange, onRetryAll }: FiltersProps) {
  const t = useWords(runWords)
  const locale = useLook((look) => look.locale)
  const { workflows } = useWorkflows()
  const mailboxes = useQuery(read(client.mailboxes.list, {})).data?.mailboxes ?? []
  const without = (...names: (keyof RunsSearch)[]) =>
    Object.fromEntries(
      Object.entries(search).filter(([name]) => !names.includes(name as keyof RunsSearch)),
    ) as RunsSearch
  const pick = (name: keyof RunsSearch) => (value: string | undefined) =>
    onChange(value ? { ...search, [name]: value } : without(name))
  return (
    <>
      <SearchBox search={search} searchBox={searchBox} onChange={onChange} />
      <span className="push row wrap run-filters">
        {search.from && (
          <Button
            kind="quiet"
            size="small"
            icon="close"
            aria-pressed
            title={t.anyTime}
            onClick={() => onChange(without('from', 'to'))}
          >
            {t.period(shortTime(search.from, locale), search.to ? shortTime(search.to, locale) : '')}
          </Button>
        )}
        <Pick
          icon="pulse"
          label={t.status}
          all={t.all}
          value={search.status}
          choices={statuses.map((id) => ({ id, name: t.statuses[id] }))}
          onPick={pick('status')}
        />
        <Pick
          icon="flow"
          label={t.workflow}
          all={t.allWorkflows}
          value={search.workflow}
          choices={workflows}
          onPick={pick('workflow')}
        />
        {mailboxes.length > 0 && (
          <Pick
            icon="mailbox"
            label={t.mailbox}
            all={t.allMailboxes}
            value={search.mailbox}
            choices={mailboxes.map(({ id, address }) => ({ id, name: address }))}
            onPick={pick('mailbox')}
          />
        )}
        <Pick
          icon="simulated"
          label={t.kind}
          all={t.kinds.all}
          value={search.kind}
          choices={(['real', 'test'] as const).map((id) => ({ id, name: t.kinds[id] }))}
          onPick={pick('kind')}
        />
        {search.workflow && search.status === 'failed' && (
          <Button size="small" icon="again" onClick={onRetryAll}>
            {t.retryAll}
          </Button>
        )}
      </span>
    </>
  )
}
