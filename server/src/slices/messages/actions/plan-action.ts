import type { ThreadMessage } from './ops.store.ts'
import { type LabelParams, planLabels } from './plan-labels.ts'
import type { Action, Role, Step } from './step.ts'

const flagSteps: Partial<Record<Action, Step>> = {
  markRead: { kind: 'flag', flag: 'seen', value: true },
  markUnread: { kind: 'flag', flag: 'seen', value: false },
  flag: { kind: 'flag', flag: 'flagged', value: true },
  unflag: { kind: 'flag', flag: 'flagged', value: false },
}

/** The target of each move, and which messages of the thread it affects; the others stay where they are. */
const moveRules: Partial<Record<Action, { to: Role; from(role: Role | null): boolean }>> = {
  archive: { to: 'archive', from: (role) => role === 'inbox' },
  unarchive: { to: 'inbox', from: (role) => role === 'archive' || role === 'all' },
  trash: { to: 'trash', from: (role) => role !== 'trash' },
  spam: { to: 'spam', from: (role) => role !== 'spam' && role !== 'sent' && role !== 'drafts' },
  notSpam: { to: 'inbox', from: (role) => role === 'spam' },
}

type MessageState = Pick<
  ThreadMessage,
  | 'role'
  | 'key'
  | 'seen'
  | 'flagged'
  | 'labels'
  | 'hasLabels'
  | 'draft'
  | 'sent'
  | 'previousKey'
  | 'previousLabels'
  | 'ownKey'
>
export type ActionParams = LabelParams & { target: string | undefined }

/** Back to where it was; if that is unknown or gone, one's own mail to its usual folder and all other to the inbox. */
function planRestore({ role, previousKey, ownKey }: MessageState): Step | undefined {
  if (role !== 'trash') return undefined
  return { kind: 'move', to: { key: previousKey ?? ownKey ?? 'inbox' } }
}

/** Undefined when the action does not affect this message. */
export function planAction(action: Action, message: MessageState, params: ActionParams): Step | undefined {
  const flag = flagSteps[action]
  if (flag) return flag.kind === 'flag' && message[flag.flag] === flag.value ? undefined : flag
  if (action === 'deletePermanently') return { kind: 'delete' }
  if (message.hasLabels) return planLabels(action, message, params)
  const { target } = params
  if (action === 'move')
    return target === undefined || target === message.key ? undefined : { kind: 'move', to: { key: target } }
  if (action === 'restore') return planRestore(message)
  const move = moveRules[action]
  return move?.from(message.role) ? { kind: 'move', to: { role: move.to } } : undefined
}

const isInBin = ({ role }: { role: Role | null }) => role === 'trash' || role === 'spam'

/** Whoever empties the trash of a thread does not mean the messages that are still elsewhere. */
export function messagesToDelete<T extends { role: Role | null }>(messages: T[]): T[] {
  const inBin = messages.filter(isInBin)
  return inBin.length > 0 ? inBin : messages
}
