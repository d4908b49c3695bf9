import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { client } from '../../api/client.ts'
import { read } from '../../api/read.ts'
import { ReadFault } from '../../api/read-fault.tsx'
import { number } from '../../lib/dates.ts'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { useLook } from '../../lib/look.ts'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { TablePane } from './table-pane.tsx'
import { type Table, tablesQuery, useIsAdmin } from './tables.queries.ts'
import { readTableSearch } from './tables.search.ts'
import { tableWords } from './tables.words.ts'
import './tables.css'

const TableDialog = lazy(() => import('./dialogs/table-dialog.tsx'))

function TableLinks({ tables, openId }: { tables: readonly Table[]; openId: string | undefined }) {
  const t = useWords(tableWords)
  const locale = useLook((look) => look.locale)
  return (
    <nav className="table-links" aria-label={t.list}>
      {tables.map(({ id, slug, name, rowCount }) => (
        <Link
          key={id}
          to="/tables/$tableId"
          params={{ tableId: slug }}
          aria-current={id === openId ? 'page' : undefined}
          activeProps={{}}
        >
          <span className="cut">{name}</span>
          <span className="push num">{number(rowCount, locale)}</span>
        </Link>
      ))}
    </nav>
  )
}

/** How many tables there may be, and how many there are. */
function Limit({ count }: { count: number }) {
  const t = useWords(tableWords)
  const locale = useLook((look) => look.locale)
  const max = useQuery(read(client.tables.limits, {})).data?.limits.maxTables
  if (max === undefined) return null
  return (
    <div className="table-limit">
      <span className="xs muted">{t.of(number(count, locale), number(max, locale))}</span>
      <div className="progress" aria-hidden="true">
        <i style={{ '--at': `${(count / max) * 100}%` }} />
      </div>
    </div>
  )
}

/** The tables of the team, and the open one. */
export default function TablesPage() {
  const t = useWords(tableWords)
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const isAdmin = useIsAdmin()
  const { tableId } = useParams({ strict: false })
  const search = readTableSearch(useSearch({ strict: false }) as Record<string, unknown>)
  const { data, error, refetch } = useQuery(tablesQuery)
  const [creates, setCreates] = useState(false)
  const tables = data?.tables ?? []
  // On a wide window the first one lies open.
  const open =
    tables.find(({ id, slug }) => id === tableId || slug === tableId) ??
    (tableId || isPhone ? undefined : tables[0])
  usePageTitle(open ? open.name : t.title)
  const show = (table: Table | undefined) =>
    table && void navigate({ to: '/tables/$tableId', params: { tableId: table.slug } })
  const step = (by: number) => show(tables[(open ? tables.indexOf(open) : 0) + by])
  const group = t.title
  useCommands([
    { id: 'table-next', title: t.nextTable, group, keys: [']'], icon: 'down', run: () => step(1) },
    { id: 'table-previous', title: t.previousTable, group, keys: ['['], icon: 'up', run: () => step(-1) },
    ...(isAdmin
      ? [{ id: 'table-new', title: t.newTable, group, icon: 'plus', run: () => setCreates(true) }]
      : []),
  ])
  if (error && !data) return <ReadFault error={error} onRetry={() => void refetch()} />
  return (
    <div className="panes table-panes" data-open={open || tableId ? 'yes' : undefined}>
      <section className="pane" aria-label={t.list}>
        <div className="bar">
          {open && !isPhone ? <h2>{t.title}</h2> : <h1>{t.title}</h1>}
          {isAdmin && (
            <IconButton className="push" icon="plus" label={t.newTable} onClick={() => setCreates(true)} />
          )}
        </div>
        {data && tables.length === 0 ? (
          <Empty
            icon="table"
            title={t.empty}
            text={isAdmin ? t.emptyText : `${t.emptyText} ${t.emptyMember}`}
          >
            {isAdmin && (
              <Button kind="primary" icon="plus" onClick={() => setCreates(true)}>
                {t.newTable}
              </Button>
            )}
          </Empty>
        ) : (
          <>
            <TableLinks tables={tables} openId={open?.id} />
            {isAdmin && data && <Limit count={tables.length} />}
          </>
        )}
      </section>
      {(open || tableId) && (
        <section className="pane table-pane" aria-label={open?.name ?? t.title}>
          {open ? (
            <TablePane
              key={open.id}
              table={open}
              search={search}
              onBack={() => void navigate({ to: '/tables' })}
            />
          ) : (
            data && <Empty icon="search" title={t.choose} />
          )}
        </section>
      )}
      <Suspense fallback={null}>
        {creates && (
          <TableDialog
            onClose={() => setCreates(false)}
            onDone={(slug) => {
              setCreates(false)
              if (slug) void navigate({ to: '/tables/$tableId', params: { tableId: slug } })
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
