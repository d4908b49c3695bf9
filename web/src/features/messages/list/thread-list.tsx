import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import { type Look, useLook } from '../../../lib/look.ts'
import { useIsPhone } from '../../../lib/use-is-phone.ts'
import { useWords } from '../../../lib/words/words.ts'
import type { Thread } from '../messages.types.ts'
import { messageWords } from '../messages.words.ts'
import type { Place } from '../place.ts'
import { rowsOf } from './rows.ts'
import { ThreadRow } from './thread-row.tsx'

const dayHeight = 28
/** As in the themes' `--mail-row`: rows are never measured, so that the list never jumps. */
const rowHeights: Record<Look['theme'], number> = { classic: 74, meridian: 66, atelier: 80 }
const phoneExtra = 10
const overscan = 8

type Rows = Pick<Virtualizer<HTMLDivElement, Element>, 'measurementsCache' | 'scrollOffset' | 'scrollRect'>

type ThreadListProps = {
  threads: readonly Thread[]
  place: Place
  openId: string | undefined
  selection: ReadonlySet<string>
  hasMore: boolean
  label: string
  onSelect(id: string): void
  onEnd(): void
}

/** Where to scroll to so that a row is in view. By what is known already: asking the page would lay it out once more. */
function offsetFor({ measurementsCache, scrollOffset, scrollRect }: Rows, index: number): number | undefined {
  const row = measurementsCache[index]
  const top = scrollOffset ?? 0
  const height = scrollRect?.height ?? 0
  if (!row || (row.start >= top && row.end <= top + height)) return undefined
  return row.start < top ? row.start : row.end - height
}

/** A list over any number of threads: only the rows in view exist. */
export function ThreadList(props: ThreadListProps) {
  const { threads, place, openId, selection, hasMore, label, onSelect, onEnd } = props
  const t = useWords(messageWords)
  const { locale, theme } = useLook()
  const isPhone = useIsPhone()
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => rowsOf(threads, locale, t), [threads, locale, t])
  const rowHeight = rowHeights[theme] + (isPhone ? phoneExtra : 0)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'day' ? dayHeight : rowHeight),
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height belongs to the theme.
  useEffect(() => virtual.measure(), [virtual, rowHeight])
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: what to call does not decide when.
  useEffect(() => {
    if (hasMore && last >= rows.length - 20) onEnd()
  }, [hasMore, last, rows.length])
  const openAt = rows.findIndex(({ id }) => id === openId)
  // Only when another thread is opened: new mail must not move what the reader looks at.
  const shown = useRef(openId)
  useEffect(() => {
    const offset = openAt >= 0 && shown.current !== openId ? offsetFor(virtual, openAt) : undefined
    if (offset !== undefined) scroller.current?.scrollTo({ top: offset })
    shown.current = openId
  }, [openId, openAt, virtual])
  return (
    <div className="mails" ref={scroller} tabIndex={openId ? -1 : 0}>
      <ul aria-label={label} className="mails-inner" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, key, start, size }) => {
          const row = rows[index]
          if (!row) return null
          return (
            <li
              key={key}
              className="mails-row"
              style={{ transform: `translateY(${start}px)`, height: size }}
              aria-posinset={index + 1}
              aria-setsize={hasMore ? -1 : rows.length}
            >
              {row.kind === 'day' ? (
                <div className="day">{row.label}</div>
              ) : (
                <ThreadRow
                  thread={row.thread}
                  place={place}
                  isOpen={row.id === openId}
                  isSelected={selection.has(row.id)}
                  isSelecting={selection.size > 0}
                  onSelect={onSelect}
                />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
