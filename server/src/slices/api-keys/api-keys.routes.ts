import { apiKeys } from '@mailwright/contract/api-keys'
import { implement } from '../../platform/http/call.ts'
import type { Live } from '../../platform/live/live.ts'
import { findKeys } from './api-keys.store.ts'
import { createKey } from './create-key.ts'
import { revokeKey } from './revoke-key.ts'

export const apiKeyRoutes = (live: Live) =>
  implement(apiKeys, {
    list: async ({ db, caller }) => ({ keys: await findKeys(db, caller.memberId) }),
    create: async (call) => createKey(await call.transaction(), live, call, call.body),
    revoke: async (call) => revokeKey(await call.transaction(), live, call, call.params.id),
  })
