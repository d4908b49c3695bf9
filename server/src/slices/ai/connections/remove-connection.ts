import type { ai } from '@mailwright/contract/ai'
import type { Vault } from '../../../platform/crypto/vault.ts'
import type { Call } from '../../../platform/http/call.ts'
import { actorOf, recordEntry } from '../../audit/index.ts'
import { getLocked } from './connection-deps.ts'
import { deleteConnection } from './connections.store.ts'

export async function removeConnection(vault: Vault, call: Call<typeof ai.remove>) {
  const db = await call.transaction()
  const found = await getLocked(db, call.params.id)
  await deleteConnection(db, found.id)
  if (found.secretId !== null) await vault.remove(db, found.secretId)
  await recordEntry(db, {
    ...actorOf(call),
    action: 'llm_connection.deleted',
    targetKind: 'llm_connection',
    targetId: found.id,
    details: { provider: found.provider, label: found.label },
  })
}
