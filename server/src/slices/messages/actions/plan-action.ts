import type { Static } from '@mailwright/contract/schema'
import type { ThreadAction } from '@mailwright/contract/threads'

export type Action = Static<typeof ThreadAction>
export type Role = 'inbox' | 'sent' | 'drafts' | 'archive' | 'all' | 'spam' | 'trash'

/** What an action means for one message: a flag, another folder, or the end. */
export type Step =
  | { kind: 'flag'; flag: 'seen' | 'flagged'; value: boolean }
  | { kind: 'move'; to: { role: Role } | { key: string } }
  | { kind: 'delete' }

const flags: Partial<Record<Action, Step>> = {
  markRead: { kind: 'flag', flag: 'seen', value: true },
  markUnread: { kind: 'flag', flag: 'seen', value: false },
  flag: { kind: 'flag', flag: 'flagged', value: true },
  unflag: { kind: 'flag', flag: 'flagged', value: false },
}

/** Where each goes, and which messages of the thread it is about: the others stay where they are. */
const moves: Partial<Record<Action, { to: Role; from(role: Role | null): boolean }>> = {
  archive: { to: 'archive', from: (role) => role === 'inbox' },
  unarchive: { to: 'inbox', from: (role) => role === 'archive' || role === 'all' },
  trash: { to: 'trash', from: (role) => role !== 'trash' },
  restore: { to: 'inbox', from: (role) => role === 'trash' },
  spam: { to: 'spam', from: (role) => role !== 'spam' && role !== 'sent' && role !== 'drafts' },
  notSpam: { to: 'inbox', from: (role) => role === 'spam' },
}

type Placed = { role: Role | null; key: string; seen: boolean; flagged: boolean }

/** Undefined when there is nothing to do about this message. */
export function planAction(action: Action, message: Placed, target: string | undefined): Step | undefined {
  const flag = flags[action]
  if (flag) return flag.kind === 'flag' && message[flag.flag] === flag.value ? undefined : flag
  if (action === 'deletePermanently') return { kind: 'delete' }
  if (action === 'move')
    return target === undefined || target === message.key ? undefined : { kind: 'move', to: { key: target } }
  const move = moves[action]
  return move?.from(message.role) ? { kind: 'move', to: { role: move.to } } : undefined
}
