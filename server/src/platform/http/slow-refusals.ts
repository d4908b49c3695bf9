import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../errors/app-error.ts'

/** How long a refusal waits at least. */
const delayMs = 250
/** Refusals of one address follow each other at least this far apart: fifty at once would block the event loop. */
const distanceMs = 20
const maxDelayMs = 2_000

/**
 * Delays refusals with 429, one address's one after the other. A program that goes on although it is refused gets its next
 * refusal later, and takes less of the time of others.
 */
export function createSlowRefusals(now = () => performance.now()) {
  /** When the last refusal of each address is due, in the order of use. */
  const lastDueAt = new Map<string, number>()

  function nextDelay(address: string): number {
    const earliest = now() + delayMs
    const last = lastDueAt.get(address) ?? Number.NEGATIVE_INFINITY
    const dueAt = Math.min(Math.max(earliest, last + distanceMs), now() + maxDelayMs)
    lastDueAt.delete(address)
    lastDueAt.set(address, dueAt)
    for (const [other, at] of lastDueAt) {
      if (at >= now()) break
      lastDueAt.delete(other)
    }
    return dueAt - now()
  }

  return async <T>(address: string, enter: () => Promise<T>): Promise<T> => {
    try {
      return await enter()
    } catch (error) {
      if (error instanceof AppError && error.status === 429) await sleep(nextDelay(address))
      throw error
    }
  }
}
export type SlowRefusals = ReturnType<typeof createSlowRefusals>
