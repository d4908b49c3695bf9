import type { Thread } from '../messages.types.ts'
import type { Place } from '../place.ts'
import type { Act, ActionName } from './pending.ts'

type Leaves = (folder: string, act: Act) => boolean

const except =
  (...folders: string[]): Leaves =>
  (folder) =>
    !folders.includes(folder)
const only =
  (...folders: string[]): Leaves =>
  (folder) =>
    folders.includes(folder)

const virtual = ['all', 'starred']

/** In which lists a thread is no longer shown after an act. */
const leaves: Partial<Record<ActionName, Leaves>> = {
  archive: only('inbox'),
  unarchive: only('archive'),
  trash: except('trash'),
  restore: only('trash'),
  spam: except('spam'),
  notSpam: only('spam'),
  deletePermanently: () => true,
  unflag: only('starred'),
  move: (folder, { labels }) =>
    !virtual.includes(folder) && !(labels?.add ?? []).includes(folder) && labels?.remove?.length !== 0,
}

/** The thread after an act, as far as a list shows it. */
export function effectOn(thread: Thread, { action }: Pick<Act, 'action'>): Thread {
  const { flags } = thread
  if (action === 'markRead') return { ...thread, unreadCount: 0, flags: { ...flags, seen: true } }
  if (action === 'markUnread')
    return { ...thread, unreadCount: Math.max(1, thread.unreadCount), flags: { ...flags, seen: false } }
  if (action === 'flag') return { ...thread, flags: { ...flags, flagged: true } }
  if (action === 'unflag') return { ...thread, flags: { ...flags, flagged: false } }
  return thread
}

/** The thread as a list shows it after the acts that the list does not include yet; undefined if it has left it. */
export function shownIn(
  thread: Thread,
  place: Pick<Place, 'folder' | 'everywhere'>,
  acts: readonly Act[],
  readAt = Number.NEGATIVE_INFINITY,
): Thread | undefined {
  let shown = thread
  let isGone = false
  for (const act of acts) {
    if (act.threadId !== thread.id || (act.doneAt ?? Number.POSITIVE_INFINITY) <= readAt) continue
    const isInverse = !leaves[act.action]?.(place.folder, act) && Boolean(leaves[act.action])
    if (leaves[act.action]?.(place.folder, act))
      isGone = !(place.everywhere && act.action !== 'deletePermanently')
    else if (isInverse) isGone = false
    shown = effectOn(shown, act)
  }
  return isGone ? undefined : shown
}
