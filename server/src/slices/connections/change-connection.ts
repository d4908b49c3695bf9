import type { connections } from '@mailwright/contract/connections'
import type { Body } from '@mailwright/contract/route'
import type { Vault } from '../../platform/crypto/vault.ts'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { actorOf, recordEntry } from '../audit/index.ts'
import { describeData } from './connection-data.ts'
import { lockConnection, updateConnection } from './connections.store.ts'
import { asEncryptionDisabled } from './create-connection.ts'
import { describeConnection } from './describe-connection.ts'
import { secretOwner } from './open-secret.ts'

type Input = Body<typeof connections.update>

/** Replaces the whole secret when `data` is given, and keeps it otherwise. */
export async function changeConnection(
  db: Db,
  vault: Vault,
  call: { caller: Caller; ip: string },
  id: string,
  { name, data }: Input,
) {
  const { caller } = call
  const before = await lockConnection(db, id, caller.memberId, caller.role === 'admin')
  if (!before) throw fault('credential.not_found')
  const shown = data ? describeData(before.type, data) : before
  if (data) {
    const value = JSON.stringify(data)
    const replaced = await vault
      .replace(db, before.secretId, secretOwner(before.id), value)
      .catch(asEncryptionDisabled)
    if (!replaced) throw new Error('the secret of a connection is missing')
  }
  const { kind, hint } = shown
  const after = await updateConnection(db, before.id, { name: name ?? before.name, kind, hint })
  if (!after) throw new Error('the update returned no row')
  await recordEntry(db, {
    ...actorOf(call),
    action: 'connection.updated',
    targetKind: 'connection',
    targetId: before.id,
    details: { name: after.name, scope: after.scope, secretReplaced: data !== undefined },
  })
  return { credential: describeConnection(after) }
}
