import type { Database, Db, OpenTransaction } from '../db/database.ts'

/** The writes of one request. A transaction is opened when first needed and ends with the response. */
export type UnitOfWork = {
  statement(): Promise<Db>
  transaction(): Promise<Db>
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** `joined`: even a single statement runs in the transaction, since the reply is stored with it. */
export function openUnitOfWork(db: Database, joined: boolean): UnitOfWork {
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
      // The connection itself may have failed: report the first error.
      await opened?.then((tx) => tx.rollback()).catch(() => undefined)
    },
  }
}
