import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids/ids.ts'
import { insertEntry } from './audit.store.ts'

type Actor = {
  actorKind: 'member' | 'system' | 'webhook'
  actorMemberId: string | null
  ip: string | null
}
export type AuditRecord = Actor & {
  /** `<resource>.<what happened>`, such as `member.role_changed`. */
  action: string
  targetKind: string
  targetId: string | null
  /** What changed. Never a secret. */
  details?: Record<string, unknown>
}

export const actorOf = (call: { caller: Pick<Caller, 'memberId'>; ip: string }): Actor => ({
  actorKind: 'member',
  actorMemberId: call.caller.memberId,
  ip: call.ip,
})

/** Writes an entry with the change that it tells of: in the same transaction, so neither stands alone. */
export const recordEntry = (db: Db, entry: AuditRecord) => insertEntry(db, { id: newId(), ...entry })
