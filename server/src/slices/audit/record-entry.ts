import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids/ids.ts'
import { type Actor, type AuditRecord, insertEntry } from './audit.store.ts'

export const actorOf = (call: { caller: Pick<Caller, 'memberId'>; ip: string }): Actor => ({
  actorKind: 'member',
  actorMemberId: call.caller.memberId,
  ip: call.ip,
})

/** Writes an entry in the transaction of the change that it records: both commit, or neither. */
export const recordEntry = (db: Db, entry: AuditRecord) => insertEntry(db, { id: newId(), ...entry })
