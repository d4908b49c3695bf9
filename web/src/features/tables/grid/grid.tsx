import { useVirtualizer } from '@tanstack/react-virtual'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLook } from '../../../lib/look.ts'
import { useWords } from '../../../lib/words/words.ts'
import { showToast } from '../../../ui/toasts.tsx'
import { changeCell, changeMany } from '../row-acts.ts'
import type { Cell, Column, TableRow } from '../tables.queries.ts'
import { tableWords } from '../tables.words.ts'
import { areaOf, contains, moved, type Place } from './area.ts'
import type { Move } from './cell-editor.tsx'
import { editText } from './cells.ts'
import { formatCells, parseCells } from './clipboard.ts'
import { GridHead, type HeadProps } from './grid-head.tsx'
import { GridRow, type RowActs } from './grid-row.tsx'
import { pageSize } from './pages.ts'
import { type PastePlan, planPaste } from './plan-paste.ts'
import { readRange, type useRows } from './use-rows.ts'

/** Browsers draw nothing below 33 million pixels: a million rows must fit. */
const rowHeight = 32
const maxShown = 1_000_000
const defaultWidths: Record<Column['type'], number> = {
  text: 220,
  number: 120,
  boolean: 90,
  date: 130,
  datetime: 180,
  select: 140,
  email: 220,
}

type GridProps = HeadProps & {
  selection: ReadonlyMap<string, TableRow>
  onSelect(row: TableRow): void
  onPasteProblems(plan: PastePlan): void
  rows: ReturnType<typeof useRows>
  onPages(first: number, last: number): void
}

/** Rows are read this many before they come into view, and not at all while they only fly past. */
const readAhead = pageSize / 2
const settleMs = 60

/** Tells which pages of rows are looked at. */
function useShownPages(first: number, last: number, onPages: GridProps['onPages']) {
  const from = Math.max(0, Math.floor((first - readAhead) / pageSize))
  const to = Math.floor((last + readAhead) / pageSize)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what to call does not decide when.
  useEffect(() => {
    const timer = setTimeout(() => onPages(from, to), settleMs)
    return () => clearTimeout(timer)
  }, [from, to])
}

/** The same functions at each drawing, which do what the latest ones do. */
function useSteady(acts: RowActs): RowActs {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  const [steady] = useState<RowActs>(() => ({
    onSelect: (row) => latest.current.onSelect(row),
    onPick: (row, column, extends_) => latest.current.onPick(row, column, extends_),
    onEdit: () => latest.current.onEdit(),
    onSave: (value, move) => latest.current.onSave(value, move),
    onCancel: () => latest.current.onCancel(),
  }))
  return steady
}

const steps: Record<Move, [row: number, column: number]> = {
  down: [1, 0],
  up: [-1, 0],
  right: [0, 1],
  left: [0, -1],
  stay: [0, 0],
}

/** A spreadsheet over any number of rows: one tab stop, moved in by keys. */
export function Grid(props: GridProps) {
  const { table, search, selection, isAdmin, rows, onSelect, onPasteProblems, onPages } = props
  const t = useWords(tableWords)
  const locale = useLook((look) => look.locale)
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<Place>({ row: 0, column: 0 })
  const [anchor, setAnchor] = useState<Place>({ row: 0, column: 0 })
  const [editing, setEditing] = useState<{ typed: string | undefined }>()
  const { columns } = table
  const count = Math.min(maxShown, rows.total)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  })
  const items = virtual.getVirtualItems()
  useShownPages(items[0]?.index ?? 0, items.at(-1)?.index ?? 0, onPages)
  const area = areaOf(anchor, active)
  const isRange = area.top !== area.bottom || area.left !== area.right
  // Six digits and more need room.
  const numberWidth = count < 100_000 ? 52 : 72
  const widths = columns.map(({ width, type }) => width ?? defaultWidths[type])
  const template = `${numberWidth}px ${widths.map((width) => `${width}px`).join(' ')}`
  const totalWidth = `${widths.reduce((sum, width) => sum + width, numberWidth)}px`

  const go = (place: Place, extends_ = false) => {
    setActive(place)
    if (!extends_) setAnchor(place)
    virtual.scrollToIndex(place.row, { align: 'auto' })
    const left = numberWidth + widths.slice(0, place.column).reduce((sum, width) => sum + width, 0)
    const box = scroller.current
    if (!box) return
    if (left - numberWidth < box.scrollLeft) box.scrollLeft = left - numberWidth
    const right = left + (widths[place.column] ?? 0)
    if (right > box.scrollLeft + box.clientWidth) box.scrollLeft = right - box.clientWidth
  }
  const step = (move: Move) => {
    const [down, right] = steps[move]
    go({
      row: Math.min(Math.max(0, count - 1), Math.max(0, active.row + down)),
      column: Math.min(columns.length - 1, Math.max(0, active.column + right)),
    })
  }
  const edit = (typed?: string) => {
    const [row, column] = [rows.rowAt(active.row), columns[active.column]]
    if (!row || !column) return
    if (column.type === 'boolean' && typed === undefined)
      void changeCell(table.id, row, column.key, row.values[column.key] !== true)
    else setEditing({ typed })
  }
  const save = (value: Cell, move: Move) => {
    const [row, column] = [rows.rowAt(active.row), columns[active.column]]
    setEditing(undefined)
    if (row && column) void changeCell(table.id, row, column.key, value)
    if (move !== 'stay') step(move)
    scroller.current?.focus()
  }
  const chosenColumns = columns.slice(area.left, area.right + 1)
  const copy = async () => {
    const chosen = await readRange(table.id, search, rows.total, area.top, area.bottom + 1)
    const cells = chosen.map((row) =>
      chosenColumns.map(({ key, type }) => editText(row?.values[key] ?? null, type, locale)),
    )
    await navigator.clipboard.writeText(formatCells(cells))
    showToast({ icon: 'copy', text: t.copied(cells.length * chosenColumns.length) })
  }
  const clear = async () => {
    const chosen = (await readRange(table.id, search, rows.total, area.top, area.bottom + 1)).filter(
      (row) => row !== undefined,
    )
    const valuesOf = (of: (row: TableRow, key: string) => Cell) =>
      chosen.map((row) => ({
        id: row.id,
        values: Object.fromEntries(chosenColumns.map(({ key }) => [key, of(row, key)])),
      }))
    await changeMany(
      table.id,
      { update: valuesOf(() => null) },
      valuesOf((row, key) => row.values[key] ?? null),
    )
  }
  const onPaste = async (event: ClipboardEvent) => {
    if (editing) return
    event.preventDefault()
    const cells = parseCells(event.clipboardData.getData('text/plain'))
    const start = { row: area.top, column: area.left }
    const known = await readRange(table.id, search, rows.total, start.row, start.row + cells.length)
    const plan = planPaste({ cells, columns: columns.slice(start.column), rows: known, locale })
    if (plan.problems.length > 0) onPasteProblems(plan)
    else await changeMany(table.id, plan.changes, plan.old)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (editing || event.target !== event.currentTarget || event.altKey) return
    const isMod = event.ctrlKey || event.metaKey
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2)
    const place = moved(active, event, { rows: count, columns: columns.length, page })
    if (place) go(place, event.shiftKey)
    else if (event.key === 'Enter' || event.key === 'F2') edit()
    else if (event.key === ' ') {
      const row = rows.rowAt(active.row)
      if (row) onSelect(row)
    } else if (event.key === 'Delete' || event.key === 'Backspace') void clear()
    else if (isMod && event.key.toLowerCase() === 'c') void copy().catch(() => undefined)
    else if (isMod && event.key.toLowerCase() === 'a') {
      setAnchor({ row: 0, column: 0 })
      setActive({ row: Math.min(count, 10_000) - 1, column: columns.length - 1 })
    } else if (!isMod && event.key.length === 1) edit(event.key)
    else return
    event.preventDefault()
  }
  const acts = useSteady({
    onSelect,
    onPick: (row, column, extends_) => {
      go({ row, column }, extends_)
      if (!editing) scroller.current?.focus()
    },
    onEdit: () => edit(),
    onSave: save,
    onCancel: () => {
      setEditing(undefined)
      scroller.current?.focus()
    },
  })
  const rowProps = (index: number) => {
    const isActive = active.row === index
    const isChosen = contains(area, index, area.left)
    const row = rows.rowAt(index)
    return {
      row,
      isReachable: rows.isReachable(index),
      chosenFrom: isChosen ? area.left : undefined,
      chosenTo: isChosen ? area.right : undefined,
      isRange: isChosen && isRange,
      active: isActive ? active.column : undefined,
      editing: isActive ? editing : undefined,
      isSelected: row !== undefined && selection.has(row.id),
    }
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows that are placed by themselves are no table.
    <div
      ref={scroller}
      className="table-grid"
      role="grid"
      aria-label={table.name}
      aria-rowcount={rows.total + 1}
      aria-colcount={columns.length + 1}
      aria-activedescendant={count > 0 ? `${id}-${active.row}-${active.column}` : undefined}
      aria-multiselectable="true"
      tabIndex={0}
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget: box }) => box.toggleAttribute('data-aside', box.scrollLeft > 0)}
      onPaste={(event) => void onPaste(event)}
      style={{ '--columns': template, '--width': totalWidth }}
    >
      <GridHead {...props} />
      {/* biome-ignore lint/a11y/useSemanticElements: rows that are placed by themselves are no table. */}
      <div className="grid-body" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => (
          <GridRow
            key={index}
            id={id}
            index={index}
            top={start}
            columns={columns}
            acts={acts}
            {...rowProps(index)}
          />
        ))}
      </div>
      {isAdmin && columns.length === 0 && <p className="hint">{t.addColumn}</p>}
    </div>
  )
}
