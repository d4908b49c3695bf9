import type { Db } from '../../../platform/db/database.ts'
import { lockForShare, lockForUpdate } from './lease.store.ts'

/** The mailbox was taken over, disconnected or connected anew: what this process still wanted to write is void. */
export class LeaseLost extends Error {
  readonly mailboxId: string

  constructor(mailboxId: string) {
    super(`The mailbox ${mailboxId} is no longer mirrored by this process.`)
    this.name = 'LeaseLost'
    this.mailboxId = mailboxId
  }
}

/**
 * What every write transaction of the mirror begins with. `change`: it will also change the row of the mailbox
 * itself; two that only share it could else wait for each other for ever.
 */
export async function fence(
  db: Db,
  mailboxId: string,
  epoch: number,
  mode: 'share' | 'change' = 'share',
): Promise<void> {
  const hold = mode === 'change' ? lockForUpdate : lockForShare
  if ((await hold(db, mailboxId, epoch)) === 0) throw new LeaseLost(mailboxId)
}
