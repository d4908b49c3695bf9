import { memo } from 'react'
import { number } from '../../../lib/dates.ts'
import { useLook } from '../../../lib/look.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { Cell, Column, TableRow } from '../tables.queries.ts'
import { tableWords } from '../tables.words.ts'
import { CellEditor, type Move } from './cell-editor.tsx'
import { showCell } from './cells.ts'

const tones = 5

/** A choice has always the same tone. */
const toneOf = (options: readonly string[], value: string) => (options.indexOf(value) % tones) + 1

function Value({ value, column }: { value: Cell; column: Column }) {
  const t = useWords(tableWords)
  const locale = useLook((look) => look.locale)
  if (value === null || value === undefined) return null
  const shown = showCell(value, column.type, locale, t)
  if (column.type === 'select')
    return (
      <span className="tag" data-t={toneOf(column.options, String(value))}>
        {shown}
      </span>
    )
  if (column.type === 'boolean')
    return (
      <>
        <Icon name={value ? 'check' : 'minus'} size={14} />
        <span className="sr">{shown}</span>
      </>
    )
  return shown
}

/** What can be done in a row; the same object at each drawing. */
export type RowActs = {
  onSelect(row: TableRow): void
  onPick(row: number, column: number, extends_: boolean): void
  onEdit(): void
  onSave(value: Cell, move: Move): void
  onCancel(): void
}

type GridRowProps = {
  id: string
  index: number
  top: number
  row: TableRow | undefined
  isReachable: boolean
  columns: readonly Column[]
  /** The first and the last chosen column, if there are any in this row. */
  chosenFrom: number | undefined
  chosenTo: number | undefined
  isRange: boolean
  /** The column of the active cell, if it is in this row. */
  active: number | undefined
  editing: { typed: string | undefined } | undefined
  isSelected: boolean
  acts: RowActs
}

/** One row. It is drawn again only when it changes, not whenever the grid is scrolled. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { id, index, top, row, isReachable, columns, active, editing, isSelected, acts } = props
  const { chosenFrom = Number.POSITIVE_INFINITY, chosenTo = -1, isRange } = props
  const t = useWords(tableWords)
  const locale = useLook((look) => look.locale)
  // Rows that fly past are drawn without cells; only the active one keeps them.
  const isEmpty = row === undefined && (active === undefined || !isReachable)
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows that are placed by themselves are no table.
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus.
    <div
      className="grid-line"
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-on={active !== undefined || undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus. */}
      <span className="rn" role="rowheader" aria-colindex={1}>
        <span className="num">{number(index + 1, locale)}</span>
        {row && (
          <input
            type="checkbox"
            tabIndex={-1}
            checked={isSelected}
            aria-label={t.selectRow(number(index + 1, locale))}
            onChange={() => acts.onSelect(row)}
          />
        )}
      </span>
      {isEmpty && (
        // biome-ignore lint/a11y/useSemanticElements: as above.
        // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus.
        <span className="unread faint" role="gridcell" aria-colindex={2} aria-colspan={columns.length}>
          {isReachable ? <span className="bone" /> : t.unreachable}
        </span>
      )}
      {!isEmpty &&
        columns.map((column, at) => {
          const value = row?.values[column.key] ?? null
          const isActive = at === active
          const isChosen = at >= chosenFrom && at <= chosenTo
          return (
            // biome-ignore lint/a11y/useSemanticElements: as above.
            // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus.
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the grid.
            <span
              key={column.key}
              id={`${id}-${index}-${at}`}
              role="gridcell"
              aria-colindex={at + 2}
              className={`cell ${column.type === 'number' ? 'n' : ''} ${column.isKey ? 'k' : ''}`}
              data-active={isActive || undefined}
              data-chosen={(isRange && isChosen) || undefined}
              aria-selected={isChosen}
              onClick={(event) => acts.onPick(index, at, event.shiftKey)}
              onDoubleClick={() => acts.onEdit()}
            >
              {row === undefined ? (
                <span className="bone" />
              ) : isActive && editing ? (
                <CellEditor
                  column={column}
                  value={value}
                  typed={editing.typed}
                  onSave={acts.onSave}
                  onCancel={acts.onCancel}
                />
              ) : (
                <Value value={value} column={column} />
              )}
            </span>
          )
        })}
    </div>
  )
})
