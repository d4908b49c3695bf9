import type { ai } from '@mailwright/contract/ai'
import type { Body } from '@mailwright/contract/route'
import { isUniqueViolation } from '../../../platform/db/faults.ts'
import { fault } from '../../../platform/errors/app-error.ts'
import type { Call } from '../../../platform/http/call.ts'
import { newId } from '../../../platform/ids/ids.ts'
import { actorOf, recordEntry } from '../../audit/index.ts'
import { hintOf, mayLackKey, storeKey } from './api-key.ts'
import { checkBaseUrl } from './check-base-url.ts'
import { type ConnectionDeps, readBack } from './connection-deps.ts'
import { insertConnection, setDefaultConnection } from './connections.store.ts'
import { describeForAdmin } from './describe-connection.ts'

type KeyInput = { apiKey?: string | undefined; withoutApiKey?: boolean | undefined }

export const rejectBothKeys = ({ apiKey, withoutApiKey }: KeyInput) => {
  if (apiKey !== undefined && withoutApiKey)
    throw fault('request.bad_request', {
      details: { issues: [{ path: '/withoutApiKey', message: 'must not be true together with apiKey' }] },
    })
}

export const asLabelTaken = (error: unknown): never => {
  if (isUniqueViolation(error, 'llm_connections_label_key')) throw fault('llm.connection_label_taken')
  throw error
}

function checkKey(body: Body<typeof ai.create>) {
  rejectBothKeys(body)
  const { provider, apiKey, withoutApiKey, baseUrl } = body
  const mayLack = withoutApiKey === true && mayLackKey(provider, baseUrl ?? null)
  if (apiKey === undefined && !mayLack) throw fault('llm.api_key_required')
}

export async function createConnection(deps: ConnectionDeps, call: Call<typeof ai.create>) {
  const { provider, label, apiKey, enabledModels, makeDefault } = call.body
  checkKey(call.body)
  // A compatible server has no address of its own.
  if (provider === 'openai_compatible' && call.body.baseUrl === undefined) throw fault('llm.invalid_base_url')
  const baseUrl =
    call.body.baseUrl === undefined ? null : await checkBaseUrl(deps.outbound, call.body.baseUrl)
  const db = await call.transaction()
  const id = newId()
  const secretId = apiKey === undefined ? null : await storeKey(db, deps.vault, id, apiKey)
  await insertConnection(db, {
    id,
    provider,
    label,
    baseUrl,
    secretId,
    apiKeyHint: apiKey === undefined ? null : hintOf(apiKey),
    enabledModels: enabledModels ? [...new Set(enabledModels)] : null,
  }).catch(asLabelTaken)
  if (makeDefault) await setDefaultConnection(db, id)
  await recordEntry(db, {
    ...actorOf(call),
    action: 'llm_connection.created',
    targetKind: 'llm_connection',
    targetId: id,
    details: { provider, label, baseUrl, hasApiKey: apiKey !== undefined, isDefault: makeDefault === true },
  })
  return describeForAdmin(await readBack(db, id))
}
