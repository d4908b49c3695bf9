import type { Db } from '../db/database.ts'
import { type Broadcast, type CloseTarget, encodeBroadcast, type LiveEvent } from './broadcast.ts'
import { createSender, type SenderDeps } from './sender.ts'

export type { LiveEvent } from './broadcast.ts'

type Transaction = Pick<Db, 'afterCommit'>

/** Publishes on the real-time channel, from any process. Nothing is sent before the commit. */
export type Live = {
  /** Outside a transaction the event is sent at once: publish after the statement. */
  publish(db: Transaction, event: LiveEvent): void
  /** Closes every socket of the member, for a suspension or a role change; clients that still may reconnect. */
  closeMember(db: Transaction, memberId: string): void
  closeSession(db: Transaction, sessionId: string): void
  closeKey(db: Transaction, keyId: string): void
  close(): Promise<void>
}

export function createLive(deps: SenderDeps): Live {
  const sender = createSender(deps)
  const close = (db: Transaction, target: CloseTarget) =>
    db.afterCommit(() => sender.push(encodeBroadcast({ close: target } satisfies Broadcast)))
  return {
    publish(db, { type, data, ...to }) {
      // Copied now, not after the commit: data that cannot be serialised must fail in the caller, and later changes
      // by the caller must not show.
      const snapshot = JSON.parse(JSON.stringify(data)) as Record<string, unknown>
      db.afterCommit(() =>
        sender.push(encodeBroadcast({ to, message: { type, at: new Date().toISOString(), data: snapshot } })),
      )
    },
    // An id taken from a URL may be in upper case.
    closeMember: (db, id) => close(db, { memberId: id.toLowerCase() }),
    closeSession: (db, id) => close(db, { sessionId: id.toLowerCase() }),
    closeKey: (db, id) => close(db, { keyId: id.toLowerCase() }),
    close: () => sender.close(),
  }
}
