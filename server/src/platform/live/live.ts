import type { Db } from '../db/database.ts'
import { type Closing, type LiveEvent, type Parcel, write } from './parcel.ts'
import { createSender, type SenderDeps } from './sender.ts'

export type { LiveEvent } from './parcel.ts'

type Transaction = Pick<Db, 'afterCommit'>

/** How the product speaks on the real-time channel, from any process. Nothing leaves before the commit. */
export type Live = {
  /** With a `db` outside a transaction it leaves at once: publish after the statement. */
  publish(db: Transaction, event: LiveEvent): void
  /** Closes every socket of the member; those that may come back do. For a suspension or a change of role. */
  closeMember(db: Transaction, memberId: string): void
  closeSession(db: Transaction, sessionId: string): void
  closeKey(db: Transaction, keyId: string): void
  close(): Promise<void>
}

export function createLive(deps: SenderDeps): Live {
  const sender = createSender(deps)
  const close = (db: Transaction, whose: Closing) =>
    db.afterCommit(() => sender.push(write({ close: whose } satisfies Parcel)))
  return {
    publish(db, { type, data, ...to }) {
      // Now and not after the commit: what cannot be written must fail where the caller can see it, and what the
      // caller changes later must not show.
      const kept = JSON.parse(JSON.stringify(data)) as typeof data
      db.afterCommit(() =>
        sender.push(write({ to, message: { type, at: new Date().toISOString(), data: kept } })),
      )
    },
    // Small letters: an id out of an address may have others.
    closeMember: (db, id) => close(db, { memberId: id.toLowerCase() }),
    closeSession: (db, id) => close(db, { sessionId: id.toLowerCase() }),
    closeKey: (db, id) => close(db, { keyId: id.toLowerCase() }),
    close: () => sender.close(),
  }
}
