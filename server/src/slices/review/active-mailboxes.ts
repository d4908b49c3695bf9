import type { Db } from '../../platform/db/database.ts'
import { findOwnMailboxes } from '../mailboxes/index.ts'

/** The ids of the member's mailboxes that can send. */
export const findActiveMailboxes = async (db: Db, memberId: string) =>
  new Set(
    (await findOwnMailboxes(db, memberId)).filter(({ status }) => status === 'active').map(({ id }) => id),
  )
