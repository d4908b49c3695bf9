import type { LlmPurpose } from '@mailwright/contract/ai'
import type { Db } from '../../../platform/db/database.ts'
import { chooseDefault, modelsOf, servingModel } from './choose-model.ts'
import { readConfiguration } from './resolve-model.ts'

/** The models that members may choose, by connection, and where the default of the purpose comes from. */
export async function listChoices(db: Db, purpose: LlmPurpose) {
  const configuration = await readConfiguration(db)
  const { connections, defaults } = configuration
  const chosen = chooseDefault(configuration, purpose)
  const configured = defaults.find((one) => one.purpose === purpose)
  const isConfigured = configured !== undefined && servingModel(connections, configured) !== undefined
  const source = isConfigured
    ? ('purpose' as const)
    : chosen?.connection.isDefault
      ? ('instanceDefault' as const)
      : ('configurationOrder' as const)
  return {
    default: chosen ? { provider: chosen.connection.provider, model: chosen.model, source } : null,
    options: connections.flatMap((connection) =>
      modelsOf(connection).models.map((model) => ({
        provider: connection.provider,
        model,
        connectionId: connection.id,
        connectionLabel: connection.label,
      })),
    ),
  }
}
