import { backgroundTurn } from '../platform/concurrency/background-turns.ts'
import type { RunFacts } from './define-node.ts'

// Long enough that short runs hardly ever yield, short enough that requests to the same process do not notice.
const maxTurnMs = 2

let turnStartedAt = performance.now()
let nextTurn: Promise<void> | undefined

const startTurn = (resolve: () => void) => {
  nextTurn = undefined
  turnStartedAt = performance.now()
  resolve()
}

/**
 * Whether this turn of the event loop has lasted too long. All runs of the process share the turn: with a turn each,
 * many of them would still starve timers and I/O.
 */
export const isTurnOver = () => nextTurn !== undefined || performance.now() - turnStartedAt >= maxTurnMs

/** Like `yieldTurn`, for a run that computes a lot: requests go first, and of a member's runs the oldest. */
export async function yieldToRequests({ memberId, executionId }: RunFacts): Promise<void> {
  await backgroundTurn({ owner: memberId, order: executionId, isRun: true })
  turnStartedAt = performance.now()
}

/** Resolves in the next turn of the event loop; undefined while this one may continue. Runs take turns in order. */
export function yieldTurn(): Promise<void> | undefined {
  if (!isTurnOver()) return undefined
  nextTurn ??= new Promise((resolve) => setImmediate(startTurn, resolve))
  return nextTurn
}
