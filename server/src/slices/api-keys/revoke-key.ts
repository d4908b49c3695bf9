import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import type { Live } from '../../platform/live/live.ts'
import { actorOf, recordEntry } from '../audit/index.ts'
import { revokeKey as revokeRow } from './api-keys.store.ts'

export async function revokeKey(db: Db, live: Live, call: { caller: Caller; ip: string }, id: string) {
  const found = await revokeRow(db, call.caller.memberId, id)
  if (!found) throw fault('api_key.not_found')
  const { first, ...key } = found
  if (!first) return { key }
  live.closeKey(db, key.id)
  await recordEntry(db, {
    ...actorOf(call),
    action: 'api_key.revoked',
    targetKind: 'api_key',
    targetId: key.id,
    details: { name: key.name, prefix: key.prefix },
  })
  return { key }
}
