import { useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useIsPhone } from '../../../lib/use-is-phone.ts'
import { useWords } from '../../../lib/words/words.ts'
import { useWorkflows, waitingQuery } from '../executions.queries.ts'
import type { Run } from '../executions.types.ts'
import { runWords } from '../executions.words.ts'
import { RunRow } from './run-row.tsx'

const rowHeight = 54
const phoneRowHeight = 76
const overscan = 8

type RunListProps = {
  runs: readonly Run[]
  hasMore: boolean
  activeId: string | undefined
  selection: ReadonlySet<string>
  onSelect(id: string): void
  onActive(id: string): void
  onEnd(): void
}

/** A list over any number of runs: only the rows in view exist. */
export function RunList({ runs, hasMore, activeId, selection, onSelect, onActive, onEnd }: RunListProps) {
  const t = useWords(runWords)
  const { nameOf } = useWorkflows()
  const isPhone = useIsPhone()
  const hasWaiting = runs.some(({ status }) => status === 'waiting')
  const waits = useQuery({ ...waitingQuery(), enabled: hasWaiting }).data?.executions
  const scroller = useRef<HTMLDivElement>(null)
  const size = isPhone ? phoneRowHeight : rowHeight
  const virtual = useVirtualizer({
    count: runs.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => size,
    getItemKey: (index) => runs[index]?.id ?? index,
    overscan,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height belongs to the window.
  useEffect(() => virtual.measure(), [virtual, size])
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: what to call does not decide when.
  useEffect(() => {
    if (hasMore && last >= runs.length - 20) onEnd()
  }, [hasMore, last, runs.length])
  const activeAt = runs.findIndex(({ id }) => id === activeId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another row is chosen.
  useEffect(() => {
    if (activeAt >= 0) virtual.scrollToIndex(activeAt, { align: 'auto' })
  }, [activeId])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard.
    <div className="scroll" ref={scroller} tabIndex={0}>
      <ul aria-label={t.list} className="runs-inner" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, key, start, size: height }) => {
          const run = runs[index]
          if (!run) return null
          return (
            <li
              key={key}
              style={{ transform: `translateY(${start}px)`, height }}
              aria-posinset={index + 1}
              aria-setsize={hasMore ? -1 : runs.length}
            >
              <RunRow
                run={run}
                name={nameOf(run.workflowId) ?? t.deleted}
                wait={waits?.find(({ executionId }) => executionId === run.id)}
                isActive={run.id === activeId}
                isSelected={selection.has(run.id)}
                onSelect={onSelect}
                onActive={onActive}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
