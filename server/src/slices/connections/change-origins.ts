import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { actorOf, recordEntry } from '../audit/index.ts'
import { findConnection, lockConnection, setOrigins } from './connections.store.ts'
import { readOrigins } from './origins.ts'

export async function readConnectionOrigins(db: Db, { memberId }: Caller, id: string) {
  const found = await findConnection(db, memberId, id)
  if (!found) throw fault('credential.not_found')
  return { origins: found.origins }
}

/** Replaces where the secret of the connection may be sent. */
export async function replaceOrigins(
  db: Db,
  call: { caller: Caller; ip: string },
  id: string,
  written: readonly string[],
) {
  const { memberId, role } = call.caller
  const origins = readOrigins(written)
  const found = await lockConnection(db, id, memberId, role === 'admin')
  if (!found) throw fault('credential.not_found')
  await setOrigins(db, found.id, origins)
  await recordEntry(db, {
    ...actorOf(call),
    action: 'connection.origins_replaced',
    targetKind: 'connection',
    targetId: found.id,
    details: { name: found.name, scope: found.scope, origins, before: found.origins },
  })
  return { origins }
}
