import type { Db } from '../../../platform/db/database.ts'
import { lockForShare, lockForUpdate } from './lease.store.ts'

/** The mailbox was taken over, disconnected or reconnected: this process must not write to it any more. */
export class LeaseLost extends Error {
  readonly mailboxId: string

  constructor(mailboxId: string) {
    super(`lost the lease of mailbox ${mailboxId}`)
    this.name = 'LeaseLost'
    this.mailboxId = mailboxId
  }
}

/**
 * Must be the first statement of every write transaction of the mirror. Use `change` if the transaction also updates
 * the mailbox row: two transactions that upgrade a shared lock would deadlock.
 */
export async function fence(
  db: Db,
  mailboxId: string,
  epoch: number,
  mode: 'share' | 'change' = 'share',
): Promise<void> {
  const lock = mode === 'change' ? lockForUpdate : lockForShare
  if ((await lock(db, mailboxId, epoch)) === 0) throw new LeaseLost(mailboxId)
}
