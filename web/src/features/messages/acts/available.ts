import type { Thread } from '../messages.types.ts'
import type { ActionName } from './pending.ts'

const byFolder: Record<string, readonly ActionName[]> = {
  inbox: ['archive', 'trash', 'spam', 'move'],
  archive: ['unarchive', 'trash', 'spam', 'move'],
  spam: ['notSpam', 'trash', 'move', 'deletePermanently'],
  trash: ['restore', 'move', 'deletePermanently'],
  sent: ['trash', 'move'],
  drafts: ['trash', 'deletePermanently'],
}

/** The acts that make sense for threads of a folder, most used first. */
export function actsFor(folder: string, threads: readonly Thread[]): ActionName[] {
  const moves = byFolder[folder] ?? ['archive', 'trash', 'spam', 'move']
  const isUnread = threads.some(({ unreadCount }) => unreadCount > 0)
  const isFlagged = threads.length > 0 && threads.every(({ flags }) => flags.flagged)
  return [...moves, isFlagged ? 'unflag' : 'flag', isUnread ? 'markRead' : 'markUnread']
}

export const keysOfAct: Partial<Record<ActionName, string>> = {
  archive: 'e',
  unarchive: 'e',
  trash: '#',
  restore: 'e',
  spam: '!',
  notSpam: '!',
  flag: 's',
  unflag: 's',
  markUnread: 'u',
  markRead: 'shift+i',
  move: 'l',
  deletePermanently: 'shift+Delete',
}
