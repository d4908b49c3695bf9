import type { Connection } from '@mailwright/contract/connections'
import type { Static } from '@mailwright/contract/schema'
import type { ConnectionRow } from './connections.store.ts'

export const describeConnection = ({
  id,
  type,
  name,
  scope,
  kind,
  hint,
  createdAt,
  updatedAt,
}: ConnectionRow): Static<typeof Connection> => ({
  id,
  type,
  name,
  scope,
  createdAt,
  updatedAt,
  ...(kind === null ? {} : { kind }),
  ...(hint === null ? {} : { hint }),
})
