import { type ai, llmPurposes } from '@mailwright/contract/ai'
import type { Db } from '../../../platform/db/database.ts'
import { fault } from '../../../platform/errors/app-error.ts'
import type { Call } from '../../../platform/http/call.ts'
import { actorOf, recordEntry } from '../../audit/index.ts'
import { setDefaultConnection } from '../connections/connections.store.ts'
import { chooseDefault, servingModel } from './choose-model.ts'
import { deleteDefault, type Model, setDefault } from './defaults.store.ts'
import { readConfiguration } from './resolve-model.ts'

type Models = Record<(typeof llmPurposes)[number], Model | null>

const forEachPurpose = (find: (purpose: keyof Models) => Model | undefined | null) =>
  Object.fromEntries(llmPurposes.map((purpose) => [purpose, find(purpose) ?? null])) as Models

export async function readDefaults(db: Db) {
  const configuration = await readConfiguration(db)
  const resolve = (purpose: keyof Models): Model | null => {
    const found = chooseDefault(configuration, purpose)
    return found ? { provider: found.connection.provider, model: found.model } : null
  }
  const configured = forEachPurpose((purpose) => {
    const found = configuration.defaults.find((one) => one.purpose === purpose)
    return found && { provider: found.provider, model: found.model }
  })
  const connectionId = configuration.connections.find(({ isDefault }) => isDefault)?.id ?? null
  return { configured: { ...configured, connectionId }, defaults: forEachPurpose(resolve) }
}

export async function setDefaults(call: Call<typeof ai.configure>) {
  const { connectionId, ...models } = call.body
  const db = await call.transaction()
  if (connectionId !== undefined && !(await setDefaultConnection(db, connectionId)))
    throw fault('llm.connection_not_found')
  const { connections } = await readConfiguration(db)
  for (const purpose of llmPurposes) {
    const model = models[purpose]
    if (model === null) await deleteDefault(db, purpose)
    if (!model) continue
    if (!servingModel(connections, model)) throw fault('llm.model_not_allowed')
    await setDefault(db, purpose, model)
  }
  await recordEntry(db, {
    ...actorOf(call),
    action: 'llm_defaults.updated',
    targetKind: 'instance',
    targetId: null,
    details: { ...call.body },
  })
  return readDefaults(db)
}
