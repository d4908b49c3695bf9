import { memo } from 'react'
import { useWords } from '../../../lib/words/words.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { Column, Table } from '../tables.queries.ts'
import type { TableSearch } from '../tables.search.ts'
import { tableWords } from '../tables.words.ts'

const typeIcons: Record<Column['type'], IconName> = {
  text: 'text',
  number: 'count',
  boolean: 'check',
  date: 'calendar',
  datetime: 'clock',
  select: 'label',
  email: 'mail',
}

export type HeadProps = {
  table: Table
  search: TableSearch
  isAdmin: boolean
  onSort(search: Pick<TableSearch, 'sort' | 'dir'>): void
  onFilter(column: Column): void
  onEditColumn(column: Column): void
}

/** The columns: their names lead to what can be done with them. */
export const GridHead = memo(function GridHead(props: HeadProps) {
  const { table, search, isAdmin, onSort, onFilter, onEditColumn } = props
  const t = useWords(tableWords)
  const sortOf = (key: string) => {
    if (search.sort !== key) return undefined
    return search.dir === 'desc' ? 'descending' : 'ascending'
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows that are placed by themselves are no table.
    <div className="grid-head" role="rowgroup">
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus. */}
      <div className="grid-line" role="row" aria-rowindex={1}>
        {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus. */}
        <span className="rn" role="columnheader" aria-colindex={1}>
          <span className="sr">{t.row}</span>
        </span>
        {table.columns.map((column, at) => {
          const { key, label, type, isKey, description } = column
          const sorted = sortOf(key)
          const entries = [
            {
              id: 'up',
              label: t.sortUp,
              icon: 'arrow-up' as const,
              isChosen: sorted === 'ascending',
              run: () => onSort({ sort: key }),
            },
            {
              id: 'down',
              label: t.sortDown,
              icon: 'arrow-down' as const,
              isChosen: sorted === 'descending',
              run: () => onSort({ sort: key, dir: 'desc' }),
            },
            ...(sorted
              ? [{ id: 'none', label: t.unsort, icon: 'sort' as const, run: () => onSort({}) }]
              : []),
            { id: 'filter', label: t.addFilter, icon: 'filter' as const, run: () => onFilter(column) },
          ]
          const admin = [
            { id: 'edit', label: t.editColumn, icon: 'sliders' as const, run: () => onEditColumn(column) },
          ]
          return (
            // biome-ignore lint/a11y/useSemanticElements: as above.
            // biome-ignore lint/a11y/useFocusableInteractive: its button has the focus.
            <span
              key={key}
              role="columnheader"
              aria-colindex={at + 2}
              aria-sort={sorted}
              className={type === 'number' ? 'n' : ''}
            >
              <Menu
                trigger={
                  <button type="button" className="column-button" title={description ?? label}>
                    <Icon name={isKey ? 'key' : typeIcons[type]} size={14} />
                    <span className="cut">{label}</span>
                    {sorted && <Icon name={sorted === 'ascending' ? 'arrow-up' : 'arrow-down'} size={12} />}
                  </button>
                }
                groups={[{ title: t.types[type], entries }, ...(isAdmin ? [{ entries: admin }] : [])]}
              />
            </span>
          )
        })}
      </div>
    </div>
  )
})
