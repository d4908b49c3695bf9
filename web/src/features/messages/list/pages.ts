import type { Thread } from '../messages.types.ts'

/** The part of a list that is known: from the newest thread without gaps down to the cursor. */
export type ThreadPages = {
  threads: Thread[]
  nextCursor: string | null
  /** When the reading of the head began. */
  readAt: number
  isLoadingMore?: boolean
}

const isBelow = (thread: Thread, last: Thread) =>
  thread.lastMessageAt < last.lastMessageAt ||
  (thread.lastMessageAt === last.lastMessageAt && thread.id < last.id)

/**
 * Puts a newly read head over what is known: its range is replaced, what lies below is kept. `settle` applies the
 * member's acts to what is kept, since it was read before them.
 */
export function mergeHead(
  known: ThreadPages | undefined,
  head: ThreadPages,
  settle: (thread: Thread) => Thread | undefined,
): ThreadPages {
  const last = head.threads.at(-1)
  if (!known || !last || head.nextCursor === null) return head
  const ids = new Set(head.threads.map(({ id }) => id))
  const below = known.threads.filter((thread) => !ids.has(thread.id) && isBelow(thread, last))
  if (below.length === 0) return head
  const kept = below.flatMap((thread) => settle(thread) ?? [])
  return { ...head, threads: [...head.threads, ...kept], nextCursor: known.nextCursor }
}
