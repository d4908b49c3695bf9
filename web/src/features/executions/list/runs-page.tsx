import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ReadFault } from '../../../api/read-fault.tsx'
import { useCommands } from '../../../lib/keyboard/commands.ts'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { useSelection } from '../../../lib/use-selection.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { useRuns } from '../executions.queries.ts'
import type { Run } from '../executions.types.ts'
import { runWords } from '../executions.words.ts'
import { cancelRuns, retryRuns, retryWorkflow } from '../run-acts.ts'
import { isOpen } from '../run-states.ts'
import { type RunsSearch, runsQuery } from '../runs.search.ts'
import { RunFilters } from './run-filters.tsx'
import { RunList } from './run-list.tsx'
import { SelectionBar } from './selection-bar.tsx'
import '../executions.css'

const Skeleton = () => (
  <div className="run-bones" aria-hidden="true">
    {[62, 44, 70, 53, 66, 48, 58].map((width) => (
      <span key={width} className="bone" style={{ '--w': `${width}%` }} />
    ))}
  </div>
)

type NothingProps = { isFiltered: boolean; onShowAll(): void }

function Nothing({ isFiltered, onShowAll }: NothingProps) {
  const t = useWords(runWords)
  if (!isFiltered) return <Empty icon="runs" title={t.empty} text={t.emptyText} />
  return (
    <Empty icon="filter" title={t.noneMatch}>
      <Button onClick={onShowAll}>{t.showAll}</Button>
    </Empty>
  )
}

type Asked = 'cancel' | 'retry'

/** All runs, as they happen. */
export default function RunsPage() {
  const t = useWords(runWords)
  usePageTitle(t.title)
  const search = useSearch({ from: '/shell/runs' })
  const navigate = useNavigate()
  const list = useRuns(search)
  const [activeId, setActiveId] = useState<string>()
  const [asked, setAsked] = useState<Asked>()
  const searchBox = useRef<HTMLInputElement>(null)
  const { selection, toggle, clear } = useSelection(JSON.stringify(runsQuery(search)))
  const runs = list.runs ?? []
  const chosen = runs.filter(({ id }) => selection.has(id))
  const idsOf = (isWanted: (run: Run) => boolean) => chosen.filter(isWanted).map(({ id }) => id)
  const cancellable = idsOf(({ status }) => isOpen(status))
  const change = (next: RunsSearch) => void navigate({ to: '/runs', search: next, replace: true })
  const move = (by: number) => {
    const at = runs.findIndex(({ id }) => id === activeId)
    setActiveId(runs[Math.min(runs.length - 1, Math.max(0, at < 0 ? 0 : at + by))]?.id)
  }
  const group = t.title
  useCommands([
    {
      id: 'run-next',
      title: t.next,
      group,
      keys: ['j', 'ArrowDown'],
      icon: 'down',
      repeats: true,
      run: () => move(1),
    },
    {
      id: 'run-previous',
      title: t.previous,
      group,
      keys: ['k', 'ArrowUp'],
      icon: 'up',
      repeats: true,
      run: () => move(-1),
    },
    {
      id: 'run-open',
      title: t.open,
      group,
      keys: ['Enter', 'o'],
      icon: 'runs',
      run: () => activeId && void navigate({ to: '/runs/$runId', params: { runId: activeId } }),
    },
    {
      id: 'run-select',
      title: t.select(''),
      group,
      keys: ['x'],
      icon: 'check',
      run: () => activeId && toggle(activeId),
    },
    { id: 'run-clear', title: t.clear, group, keys: ['Escape'], icon: 'close', run: clear },
    {
      id: 'run-search',
      title: t.search,
      group,
      keys: ['/'],
      icon: 'search',
      run: () => searchBox.current?.focus(),
    },
  ])
  return (
    <>
      <div className="bar run-bar">
        <h1>{t.title}</h1>
        <RunFilters
          search={search}
          searchBox={searchBox}
          onChange={change}
          onRetryAll={() => setAsked('retry')}
        />
      </div>
      {selection.size > 0 && (
        <SelectionBar
          count={selection.size}
          cancellable={cancellable.length}
          retryable={idsOf(({ status }) => status === 'failed').length}
          onCancel={() => setAsked('cancel')}
          onRetry={() => {
            void retryRuns(idsOf(({ status }) => status === 'failed'))
            clear()
          }}
          onClear={clear}
        />
      )}
      {list.isPending ? (
        <Skeleton />
      ) : list.error ? (
        <ReadFault error={list.error} onRetry={() => void list.refetch()} />
      ) : runs.length === 0 ? (
        <Nothing isFiltered={Object.keys(search).length > 0} onShowAll={() => change({})} />
      ) : (
        <RunList
          runs={runs}
          hasMore={list.hasMore}
          activeId={activeId}
          selection={selection}
          onSelect={toggle}
          onActive={setActiveId}
          onEnd={list.loadMore}
        />
      )}
      {asked === 'cancel' && (
        <Confirm
          title={t.cancelQuestion(cancellable.length)}
          no={t.keep}
          yes={t.cancel}
          onNo={() => setAsked(undefined)}
          onYes={() => {
            setAsked(undefined)
            void cancelRuns(cancellable)
            clear()
          }}
        >
          {t.cancelText}
        </Confirm>
      )}
      {asked === 'retry' && search.workflow && (
        <Confirm
          isDanger={false}
          title={t.retryQuestion}
          no={t.close}
          yes={t.retryShort}
          onNo={() => setAsked(undefined)}
          onYes={() => {
            setAsked(undefined)
            void retryWorkflow(search.workflow ?? '', search.from)
          }}
        >
          {t.retryText}
        </Confirm>
      )}
    </>
  )
}
