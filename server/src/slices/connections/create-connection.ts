import type { connections } from '@mailwright/contract/connections'
import type { Body } from '@mailwright/contract/route'
import { EncryptionDisabled } from '../../platform/crypto/errors.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids/ids.ts'
import { actorOf, recordEntry } from '../audit/index.ts'
import { describeData } from './connection-data.ts'
import { insertConnection } from './connections.store.ts'
import { providerOf } from './oauth-types.ts'
import { secretOwner } from './open-secret.ts'

type Input = Body<typeof connections.create>

export async function createConnection(
  db: Db,
  vault: Vault,
  call: { caller: Caller; ip: string },
  { type, name, scope, data }: Input,
) {
  if (scope === 'org' && call.caller.role !== 'admin') throw fault('credential.admin_required')
  if (providerOf(type))
    throw fault('credential.bad_request', {
      details: { issues: [{ path: '/type', message: 'is made by connecting a mailbox' }] },
    })
  const shown = describeData(type, data)
  const id = newId()
  const owner = scope === 'org' ? null : call.caller.memberId
  const secretId = await vault
    .put(db, { ...secretOwner(id), value: JSON.stringify(data) })
    .catch(asEncryptionDisabled)
  await insertConnection(db, { id, owner, type, name, ...shown, secretId })
  await recordEntry(db, {
    ...actorOf(call),
    action: 'connection.created',
    targetKind: 'connection',
    targetId: id,
    details: { type: type.slice(0, 200), name, scope },
  })
  return { id }
}

export function asEncryptionDisabled(error: unknown): never {
  if (error instanceof EncryptionDisabled) throw fault('credential.encryption_disabled')
  throw error
}
