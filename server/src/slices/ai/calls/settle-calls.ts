import { createBatcher } from '../../../platform/concurrency/batcher.ts'
import type { Db } from '../../../platform/db/database.ts'
import { isDatabaseUnavailable } from '../../../platform/db/faults.ts'
import { type CallRecord, settleCalls } from './calls.store.ts'

type Outcome = { isStored: boolean } | { error: unknown }

const maxBatch = 50

/** Records calls: those that end while others are being recorded share a statement. See `settleCalls`. */
export function createSettler(db: Db): (call: CallRecord) => Promise<boolean> {
  const settleOne = (call: CallRecord): Promise<Outcome> =>
    settleCalls(db, [call]).then(
      ([isStored = false]) => ({ isStored }),
      (error: unknown) => ({ error }),
    )
  const settleAll = async (calls: CallRecord[]): Promise<Outcome[]> => {
    try {
      return (await settleCalls(db, calls)).map((isStored) => ({ isStored }))
    } catch (error) {
      if (calls.length === 1 || isDatabaseUnavailable(error)) throw error
      // One of them cannot be recorded: the others must not fail with it.
      return Promise.all(calls.map(settleOne))
    }
  }
  const settle = createBatcher(settleAll, { maxBatch, maxInFlight: 2 })
  return async (call) => {
    const outcome = await settle(call)
    if ('error' in outcome) throw outcome.error
    return outcome.isStored
  }
}
