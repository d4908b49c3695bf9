import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { ReadFault } from '../../api/read-fault.tsx'
import { number } from '../../lib/dates.ts'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { useLook } from '../../lib/look.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ChosenBar } from '../../ui/chosen-bar.tsx'
import { Empty } from '../../ui/empty.tsx'
import { KeyCaps } from '../../ui/key-caps.tsx'
import { Menu } from '../../ui/menu.tsx'
import { FilterBar } from './filter-bar.tsx'
import { Grid } from './grid/grid.tsx'
import type { PastePlan } from './grid/plan-paste.ts'
import { useRows } from './grid/use-rows.ts'
import { addRow, changeMany, deleteRows } from './row-acts.ts'
import { type Column, type Table, type TableRow, useIsAdmin } from './tables.queries.ts'
import { filterQuery, type TableSearch } from './tables.search.ts'
import { tableWords } from './tables.words.ts'

const ColumnDialog = lazy(() => import('./dialogs/column-dialog.tsx'))
const FilterDialog = lazy(() => import('./dialogs/filter-dialog.tsx'))
const ImportDialog = lazy(() => import('./dialogs/import-dialog.tsx'))
const PasteDialog = lazy(() => import('./dialogs/paste-dialog.tsx'))
const TableDialog = lazy(() => import('./dialogs/table-dialog.tsx'))

type Sheet =
  | { kind: 'column'; column: Column | undefined }
  | { kind: 'filter'; column: Column | undefined }
  | { kind: 'import' }
  | { kind: 'paste'; plan: PastePlan }
  | { kind: 'table' }

const noRows: ReadonlyMap<string, TableRow> = new Map()

const exportPath = (table: Table, search: TableSearch) => {
  const query = new URLSearchParams(filterQuery(search))
  return `/api/v1/tables/${encodeURIComponent(table.id)}/export${query.size > 0 ? `?${query}` : ''}`
}

/** A name and an example for the columns that a new row cannot do without. */
const valuesOfNew = (columns: readonly Column[]): TableRow['values'] =>
  Object.fromEntries(
    columns
      .filter(({ required, type }) => required && type === 'boolean')
      .map(({ key }) => [key, false] as const),
  )

type TablePaneProps = { table: Table; search: TableSearch; onBack(): void }

/** One table: its rows, and what can be done with them. */
export function TablePane({ table, search, onBack }: TablePaneProps) {
  const t = useWords(tableWords)
  const locale = useLook((look) => look.locale)
  const navigate = useNavigate()
  const isAdmin = useIsAdmin()
  const [sheet, setSheet] = useState<Sheet>()
  const [pages, setPages] = useState({ first: 0, last: 0 })
  const [selection, setSelection] = useState(noRows)
  const searchBox = useRef<HTMLInputElement>(null)
  const rows = useRows(table.id, search, pages)
  const change = (next: TableSearch) =>
    void navigate({ to: '/tables/$tableId', params: { tableId: table.slug }, search: next, replace: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another table or list is what ends a selection.
  useEffect(() => setSelection(noRows), [table.id, JSON.stringify(search)])
  const toggle = (row: TableRow) =>
    setSelection((now) => {
      const next = new Map(now)
      if (!next.delete(row.id)) next.set(row.id, row)
      return next
    })
  const add = () => void addRow(table.id, valuesOfNew(table.columns))
  const close = () => setSheet(undefined)
  const group = t.title
  useCommands([
    { id: 'row-add', title: t.addRow, group, keys: ['n'], icon: 'row-add', run: add },
    {
      id: 'row-search',
      title: t.search,
      group,
      keys: ['/'],
      icon: 'search',
      run: () => searchBox.current?.focus(),
    },
    {
      id: 'row-filter',
      title: t.addFilter,
      group,
      keys: ['f'],
      icon: 'filter',
      run: () => setSheet({ kind: 'filter', column: undefined }),
    },
    { id: 'csv-import', title: t.importCsv, group, icon: 'upload', run: () => setSheet({ kind: 'import' }) },
    {
      id: 'csv-export',
      title: t.exportCsv,
      group,
      icon: 'download',
      run: () => location.assign(exportPath(table, search)),
    },
    ...(isAdmin
      ? [
          {
            id: 'column-add',
            title: t.addColumn,
            group,
            icon: 'plus',
            run: () => setSheet({ kind: 'column', column: undefined }),
          },
        ]
      : []),
  ])
  const keys = table.columns.filter(({ isKey }) => isKey).map(({ label }) => label)
  const isFiltered = search.q !== undefined || search.filter !== undefined
  const shown = number(rows.total, locale)
  return (
    <>
      <div className="bar table-bar">
        <IconButton className="back" icon="left" label={t.back} onClick={onBack} />
        <h1 className="cut">{table.name}</h1>
        <span className="xs muted cut table-about">
          {[table.description, keys.length > 0 ? t.key(keys.join(', ')) : ''].filter(Boolean).join(', ')}
        </span>
        <span className="push row">
          <Menu
            align="end"
            trigger={
              <Button kind="quiet" size="small" icon="download">
                {t.csv}
              </Button>
            }
            groups={[
              {
                entries: [
                  {
                    id: 'import',
                    label: t.importCsv,
                    icon: 'upload',
                    run: () => setSheet({ kind: 'import' }),
                  },
                  {
                    id: 'export',
                    label: isFiltered ? t.exportFiltered : t.exportCsv,
                    icon: 'download',
                    run: () => location.assign(exportPath(table, search)),
                  },
                ],
              },
            ]}
          />
          {isAdmin && (
            <Menu
              align="end"
              trigger={
                <Button kind="quiet" size="small" icon="sliders">
                  {t.columns}
                </Button>
              }
              groups={[
                {
                  entries: [
                    ...table.columns.map((column) => ({
                      id: column.key,
                      label: column.label,
                      run: () => setSheet({ kind: 'column', column }),
                    })),
                    {
                      id: '+',
                      label: t.addColumn,
                      icon: 'plus' as const,
                      run: () => setSheet({ kind: 'column', column: undefined }),
                    },
                  ],
                },
                {
                  entries: [
                    {
                      id: 'table',
                      label: t.editTable,
                      icon: 'pen' as const,
                      run: () => setSheet({ kind: 'table' }),
                    },
                  ],
                },
              ]}
            />
          )}
          <Button size="small" icon="plus" keys="n" onClick={add}>
            {t.row}
          </Button>
        </span>
      </div>
      <FilterBar
        table={table}
        search={search}
        searchBox={searchBox}
        onChange={change}
        onAdd={() => setSheet({ kind: 'filter', column: undefined })}
      />
      {selection.size > 0 && (
        <ChosenBar
          text={t.selected(selection.size)}
          clear={t.clearSelection}
          onClear={() => setSelection(noRows)}
        >
          <Button
            size="small"
            icon="bin"
            onClick={() => {
              void deleteRows(table.id, [...selection.values()])
              setSelection(noRows)
            }}
          >
            {t.deleteRows}
          </Button>
        </ChosenBar>
      )}
      {rows.error ? (
        <ReadFault error={rows.error} onRetry={rows.refetch} />
      ) : (
        <div className="grid-box">
          <Grid
            table={table}
            search={search}
            selection={selection}
            isAdmin={isAdmin}
            rows={rows}
            onPages={(first, last) => setPages({ first, last })}
            onSelect={toggle}
            onSort={(sort) => {
              const { sort: _, dir: _dir, ...rest } = search
              change({ ...rest, ...sort })
            }}
            onFilter={(column) => setSheet({ kind: 'filter', column })}
            onEditColumn={(column) => setSheet({ kind: 'column', column })}
            onPasteProblems={(plan) => setSheet({ kind: 'paste', plan })}
          />
          {!rows.isPending && rows.total === 0 && (
            <div className="grid-empty">
              {isFiltered ? (
                <Empty icon="filter" title={t.noMatch}>
                  <Button onClick={() => change({})}>{t.clearFilters}</Button>
                </Empty>
              ) : (
                <Empty icon="table" title={t.noRows} text={t.noRowsText} />
              )}
            </div>
          )}
        </div>
      )}
      <div className="foot">
        <span className="xs muted num">
          {isFiltered ? t.rowsOf(shown, number(rows.totalUnfiltered, locale)) : t.rows(shown)}
        </span>
        <div className="hints push" aria-hidden="true">
          <span>
            <KeyCaps keys="Enter" />
            {t.hints.edit}
          </span>
          <span>
            <KeyCaps keys="mod+c" />
            {t.hints.copy}
          </span>
        </div>
      </div>
      <Suspense fallback={null}>
        {sheet?.kind === 'column' && <ColumnDialog table={table} column={sheet.column} onClose={close} />}
        {sheet?.kind === 'import' && <ImportDialog table={table} onClose={close} />}
        {sheet?.kind === 'filter' && (
          <FilterDialog
            table={table}
            column={sheet.column}
            onClose={close}
            onAdd={(condition) => {
              close()
              change({ ...search, filter: [...(search.filter ?? []), condition] })
            }}
          />
        )}
        {sheet?.kind === 'paste' && (
          <PasteDialog
            plan={sheet.plan}
            onClose={close}
            onPaste={({ changes, old }) => {
              close()
              void changeMany(table.id, changes, old)
            }}
          />
        )}
        {sheet?.kind === 'table' && (
          <TableDialog
            table={table}
            onClose={close}
            onDone={(slug) => {
              close()
              void (slug
                ? navigate({ to: '/tables/$tableId', params: { tableId: slug }, search, replace: true })
                : navigate({ to: '/tables', replace: true }))
            }}
          />
        )}
      </Suspense>
    </>
  )
}
