import type { Database, Db, OpenTransaction } from '../db/database.ts'

/** What one request writes. A transaction is opened when it is first needed and ends with the answer. */
export type Work = {
  statement(): Promise<Db>
  transaction(): Promise<Db>
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** `joined`: even a single statement belongs to the transaction, since the answer is written down with it. */
export function openWork(db: Database, joined: boolean): Work {
  let opened: Promise<OpenTransaction> | undefined
  const transaction = () => {
    opened ??= db.begin()
    return opened
  }
  return {
    transaction,
    statement: async () => (joined || opened ? transaction() : db),
    commit: async () => {
      if (opened) await (await opened).commit()
    },
    rollback: async () => {
      // The connection may be what failed: the first fault is the one to tell.
      await opened?.then((tx) => tx.rollback()).catch(() => undefined)
    },
  }
}
