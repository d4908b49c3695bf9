import type { Vault } from '../../../platform/crypto/vault.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Llm } from '../../../protocols/llm/index.ts'
import { readKey } from './api-key.ts'
import { type ConnectionRow, markAsked, setReportedModels } from './connections.store.ts'

type Deps = { db: Db; vault: Vault; llm: Llm }

const maxModels = 500
const maxNameLength = 128
const freshMs = 60 * 60_000
const quickMs = 3_000

/** Asks the provider for its models and stores their names. Throws LlmError. */
export async function reportModels({ db, vault, llm }: Deps, connection: ConnectionRow, timeoutMs: number) {
  const { provider, baseUrl } = connection
  const endpoint = { provider, baseUrl, apiKey: await readKey(db, vault, connection) }
  const names = await llm.models(endpoint, AbortSignal.timeout(timeoutMs))
  const models = names.filter((name) => name.length <= maxNameLength).slice(0, maxModels)
  await setReportedModels(db, connection.id, models)
  return models
}

/** Asks again from time to time, for whoever types a model's name; a provider that does not answer is left alone. */
export async function refreshModels(deps: Deps, connection: ConnectionRow): Promise<ConnectionRow> {
  const { enabledModels, reportedAt } = connection
  if (enabledModels !== null || (reportedAt !== null && Date.now() - Date.parse(reportedAt) < freshMs))
    return connection
  await markAsked(deps.db, connection.id)
  const reportedModels = await reportModels(deps, connection, quickMs).catch(() => connection.reportedModels)
  return { ...connection, reportedModels }
}
