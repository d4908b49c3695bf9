import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids/ids.ts'
import { insertEntries, type Outcome } from './journal.store.ts'

export type NewOutcome = { mailboxId: string; messageId: string; outcome: Outcome; ruleRef: string | null }

/** Records the outcome of messages. Returns the ids of those without an earlier entry; a message has at most one. */
export async function recordOutcomes(db: Db, outcomes: NewOutcome[]): Promise<string[]> {
  const rows = await insertEntries(
    db,
    outcomes.map((outcome) => ({ id: newId(), ...outcome })),
  )
  return rows.map(({ messageId }) => messageId)
}
