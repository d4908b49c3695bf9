import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids/ids.ts'
import { insertEntries, type Outcome } from './journal.store.ts'

export type NewOutcome = { mailboxId: string; messageId: string; outcome: Outcome; ruleRef: string | null }

/** Writes down what became of messages; gives those that had no entry yet. A message has one, ever. */
export async function recordOutcomes(db: Db, outcomes: NewOutcome[]): Promise<string[]> {
  const rows = await insertEntries(
    db,
    outcomes.map((one) => ({ id: newId(), ...one })),
  )
  return rows.map(({ messageId }) => messageId)
}
