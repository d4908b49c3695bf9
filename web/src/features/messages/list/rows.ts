import { dayName, daysBetween } from '../../../lib/dates.ts'
import type { Locale } from '../../../lib/words/words.ts'
import type { Thread } from '../messages.types.ts'

export type Row = { kind: 'day'; id: string; label: string } | { kind: 'thread'; id: string; thread: Thread }

type DayWords = { today: string; yesterday: string }

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function labelOf(date: Date, now: Date, locale: Locale, t: DayWords): string {
  const days = daysBetween(date, now)
  if (days <= 0) return t.today
  if (days === 1) return t.yesterday
  return capitalised(dayName(date, locale))
}

type Dated = { date: Date; day: string }
const known = new WeakMap<Thread, Dated>()

/** Computed once: a list that has grown by a page has thousands of threads that have not changed. */
function datedOf(thread: Thread): Dated {
  const before = known.get(thread)
  if (before) return before
  const date = new Date(thread.lastMessageAt)
  const dated = { date, day: date.toDateString() }
  known.set(thread, dated)
  return dated
}

/** The threads with a heading before each day. */
export function rowsOf(threads: readonly Thread[], locale: Locale, t: DayWords, now = new Date()): Row[] {
  const rows: Row[] = []
  const today = now.toDateString()
  let last: string | undefined
  for (const thread of threads) {
    const { date, day: name } = datedOf(thread)
    // A clock that is behind makes no days of the future.
    const day = name === today || date > now ? 'today' : name
    if (day !== last) rows.push({ kind: 'day', id: `day ${day}`, label: labelOf(date, now, locale, t) })
    last = day
    rows.push({ kind: 'thread', id: thread.id, thread })
  }
  return rows
}

/** What to open once threads have left the list: the one below, or else the one above. */
export function nextAfter(threads: readonly { id: string }[], leaving: ReadonlySet<string>, open: string) {
  const at = threads.findIndex(({ id }) => id === open)
  const stays = ({ id }: { id: string }) => !leaving.has(id)
  return (threads.slice(at + 1).find(stays) ?? threads.slice(0, Math.max(0, at)).findLast(stays))?.id
}
