import type { ai } from '@mailwright/contract/ai'
import type { Body } from '@mailwright/contract/route'
import type { Vault } from '../../../platform/crypto/vault.ts'
import type { Db } from '../../../platform/db/database.ts'
import { fault } from '../../../platform/errors/app-error.ts'
import type { Call } from '../../../platform/http/call.ts'
import { actorOf, recordEntry } from '../../audit/index.ts'
import { hintOf, mayLackKey, storeKey } from './api-key.ts'
import { checkBaseUrl } from './check-base-url.ts'
import { type ConnectionDeps, getConnection, getLocked, readBack } from './connection-deps.ts'
import { type ConnectionRow, resetGate, updateConnection } from './connections.store.ts'
import { asLabelTaken, rejectBothKeys } from './create-connection.ts'
import { describeForAdmin } from './describe-connection.ts'

type Input = Body<typeof ai.update>
type Key = Pick<ConnectionRow, 'secretId' | 'apiKeyHint'>

/** The key after the change; a key that is no longer used is to be deleted once nothing refers to it. */
async function changeKey(db: Db, vault: Vault, before: ConnectionRow, body: Input): Promise<Key> {
  if (body.apiKey !== undefined)
    return { secretId: await storeKey(db, vault, before.id, body.apiKey), apiKeyHint: hintOf(body.apiKey) }
  if (body.withoutApiKey) return { secretId: null, apiKeyHint: null }
  return { secretId: before.secretId, apiKeyHint: before.apiKeyHint }
}

export async function changeConnection(deps: ConnectionDeps, call: Call<typeof ai.update>) {
  const { body } = call
  // Before its host is looked up: nobody waits for the address of a connection that does not exist.
  await getConnection(call.db, call.params.id)
  rejectBothKeys(body)
  const checked = body.baseUrl ? await checkBaseUrl(deps.outbound, body.baseUrl) : body.baseUrl
  const db = await call.transaction()
  const before = await getLocked(db, call.params.id)
  const baseUrl = checked === undefined ? before.baseUrl : checked
  if (before.provider === 'openai_compatible' && baseUrl === null) throw fault('llm.invalid_base_url')
  const key = await changeKey(db, deps.vault, before, body)
  if (key.secretId === null && !mayLackKey(before.provider, baseUrl)) throw fault('llm.api_key_required')
  const { enabledModels = before.enabledModels } = body
  await updateConnection(db, before.id, {
    ...key,
    label: body.label ?? before.label,
    baseUrl,
    enabledModels: enabledModels && [...new Set(enabledModels)],
  }).catch(asLabelTaken)
  if (before.secretId !== null && before.secretId !== key.secretId)
    await deps.vault.remove(db, before.secretId)
  await resetGate(db, before.id)
  const after = await readBack(db, before.id)
  await recordEntry(db, {
    ...actorOf(call),
    action: 'llm_connection.updated',
    targetKind: 'llm_connection',
    targetId: before.id,
    details: {
      label: after.label,
      baseUrl,
      hasApiKey: key.secretId !== null,
      keyReplaced: body.apiKey !== undefined,
    },
  })
  return describeForAdmin(after)
}
