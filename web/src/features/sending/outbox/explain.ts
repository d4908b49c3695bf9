import type { IconName } from '../../../ui/icon.tsx'
import type { Tone } from '../../../ui/state-tag.tsx'
import type { OutboxItem } from './outbox.queries.ts'
import type { outboxWords } from './outbox.words.ts'

type Words = (typeof outboxWords)['en']
type State = keyof Words['states']

export const looks: Record<State, [IconName, Tone]> = {
  pending: ['queued', 'idle'],
  delayed: ['waiting', 'warn'],
  running: ['running', 'accent'],
  held: ['held', 'warn'],
  failed: ['failed', 'bad'],
  unknown: ['unknown', 'warn'],
}

/** A mail that waits after a failed attempt is delayed. */
export function stateOf({ sendStatus, sendErrorKind }: OutboxItem): State {
  if (sendStatus === 'pending') return sendErrorKind ? 'delayed' : 'pending'
  return sendStatus === 'done' || sendStatus === 'cancelled' ? 'pending' : sendStatus
}

const explained = ({ sendErrorKind }: OutboxItem, state: State, t: Words['explain']) => {
  if (state !== 'held') return t[state]
  return sendErrorKind === 'member_suspended' ? t.suspended : t.switchedOff
}

/** Why a mail is where it is, in plain words: what went wrong first, then what follows from it. */
export function explain(item: OutboxItem, t: Words): string {
  const state = stateOf(item)
  const kind = t.kinds[item.sendErrorKind as keyof Words['kinds']] as string | undefined
  const text = explained(item, state, t.explain)
  return kind && item.sendErrorKind !== 'recipients_deferred' ? `${kind} ${text}` : (kind ?? text)
}
