import { type RefObject, useEffect, useState } from 'react'
import { useLook } from '../../lib/look.ts'
import { useWords } from '../../lib/words/words.ts'
import { Icon } from '../../ui/icon.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { showCell } from './grid/cells.ts'
import type { Table } from './tables.queries.ts'
import type { TableSearch } from './tables.search.ts'
import { tableWords } from './tables.words.ts'

const typingMs = 300

type FilterBarProps = {
  table: Table
  search: TableSearch
  searchBox: RefObject<HTMLInputElement | null>
  onChange(search: TableSearch): void
  onAdd(): void
}

function SearchBox({
  search,
  searchBox,
  onChange,
}: Pick<FilterBarProps, 'search' | 'searchBox' | 'onChange'>) {
  const t = useWords(tableWords)
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
    <label className="input table-search">
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

/** The search and the filters that hold, each of which can be taken away. */
export function FilterBar({ table, search, searchBox, onChange, onAdd }: FilterBarProps) {
  const t = useWords(tableWords)
  const locale = useLook((look) => look.locale)
  const { filter = [], match } = search
  const without = (at: number) => {
    const { filter: _, match: _match, ...rest } = search
    const left = filter.filter((_, index) => index !== at)
    return left.length > 0 ? { ...rest, filter: left, ...(match && { match }) } : rest
  }
  return (
    <div className="table-filters">
      <SearchBox search={search} searchBox={searchBox} onChange={onChange} />
      {filter.map(({ column: key, op, value }, at) => {
        const column = table.columns.find((one) => one.key === key)
        const shown = value === undefined ? '' : showCell(value, column?.type ?? 'text', locale, t)
        const text = `${column?.label ?? key} ${t.operators[op]} ${shown}`.trim()
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same condition may stand twice.
          <span className="chip on" key={`${text} ${at}`}>
            <Icon name="filter" />
            {column?.label ?? key} {t.operators[op]} {shown && <b>{shown}</b>}
            <button
              type="button"
              className="x"
              aria-label={t.removeFilter(text)}
              onClick={() => onChange(without(at))}
            >
              <Icon name="close" />
            </button>
          </span>
        )
      })}
      {filter.length > 1 && (
        <Segmented
          label={t.match}
          value={match ?? 'all'}
          choices={[
            { value: 'all', label: t.matchAll },
            { value: 'any', label: t.matchAny },
          ]}
          onChange={(next) => {
            const { match: _, ...rest } = search
            onChange(next === 'any' ? { ...rest, match: 'any' } : rest)
          }}
        />
      )}
      <button type="button" className="chip dashed" onClick={onAdd}>
        <Icon name="plus" />
        {t.filter}
      </button>
    </div>
  )
}
