import type { Vault } from '../../platform/crypto/vault.ts'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { actorOf, recordEntry } from '../audit/index.ts'
import { deleteConnection, lockConnection } from './connections.store.ts'
import type { ConnectionPorts } from './ports.ts'

export async function removeConnection(
  db: Db,
  { vault, ports }: { vault: Vault; ports: ConnectionPorts },
  call: { caller: Caller; ip: string },
  id: string,
) {
  const { caller } = call
  // Lock before looking for workflows: a concurrent publication either locks the row first or finds it deleted.
  const found = await lockConnection(db, id, caller.memberId, caller.role === 'admin')
  if (!found) throw fault('credential.not_found')
  if ((await ports.findPublishedUsers(db, found.id)).length > 0) throw fault('credential.in_use')
  await deleteConnection(db, found.id)
  await vault.remove(db, found.secretId)
  await recordEntry(db, {
    ...actorOf(call),
    action: 'connection.deleted',
    targetKind: 'connection',
    targetId: found.id,
    details: { type: found.type.slice(0, 200), name: found.name, scope: found.scope },
  })
}
