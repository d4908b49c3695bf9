import { type AskedLabels, planLabels } from './plan-labels.ts'
import type { Action, Role, Step } from './step.ts'

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

type Placed = {
  role: Role | null
  key: string
  seen: boolean
  flagged: boolean
  labels: string[]
  hasLabels: boolean
}
export type Asked = AskedLabels & { target: string | undefined }

/** Undefined when there is nothing to do about this message. */
export function planAction(action: Action, message: Placed, asked: Asked): Step | undefined {
  const flag = flags[action]
  if (flag) return flag.kind === 'flag' && message[flag.flag] === flag.value ? undefined : flag
  if (action === 'deletePermanently') return { kind: 'delete' }
  if (message.hasLabels) return planLabels(action, message, asked)
  const { target } = asked
  if (action === 'move')
    return target === undefined || target === message.key ? undefined : { kind: 'move', to: { key: target } }
  const move = moves[action]
  return move?.from(message.role) ? { kind: 'move', to: { role: move.to } } : undefined
}
