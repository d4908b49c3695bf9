import type { LlmConnection, LlmConnectionAdmin } from '@mailwright/contract/ai'
import type { Static } from '@mailwright/contract/schema'
import type { ConnectionRow } from './connections.store.ts'

export const describeForMember = ({
  id,
  provider,
  label,
  isDefault,
}: ConnectionRow): Static<typeof LlmConnection> => ({ id, provider, label, isDefault })

export const describeForAdmin = (row: ConnectionRow): Static<typeof LlmConnectionAdmin> => ({
  ...describeForMember(row),
  hasApiKey: row.secretId !== null,
  apiKeyHint: row.apiKeyHint,
  baseUrl: row.baseUrl,
  enabledModels: row.enabledModels,
  updatedAt: row.updatedAt,
})

export const describeLimits = ({ maxConcurrency, maxPerMinute, circuit }: ConnectionRow) => ({
  maxConcurrency,
  maxPerMinute,
  circuit,
})
