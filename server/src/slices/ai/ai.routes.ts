import { ai } from '@mailwright/contract/ai'
import { implement } from '../../platform/http/call.ts'
import type { CallDeps } from './calls/types.ts'
import { changeConnection } from './connections/change-connection.ts'
import { type ConnectionDeps, getConnection } from './connections/connection-deps.ts'
import { findConnections } from './connections/connections.store.ts'
import { createConnection } from './connections/create-connection.ts'
import { describeForAdmin, describeForMember, describeLimits } from './connections/describe-connection.ts'
import { limitConnection } from './connections/limit-connection.ts'
import { removeConnection } from './connections/remove-connection.ts'
import { refreshModels } from './connections/report-models.ts'
import { testConnection } from './connections/test-connection.ts'
import { modelsOf } from './models/choose-model.ts'
import { readDefaults, setDefaults } from './models/set-defaults.ts'

export const aiRoutes = (deps: ConnectionDeps & CallDeps) =>
  implement(ai, {
    defaults: async ({ db }) => ({ defaults: (await readDefaults(db)).defaults }),
    list: async ({ db }) => ({ connections: (await findConnections(db)).map(describeForMember) }),
    models: async ({ db, params }) => {
      const connection = await refreshModels(deps, await getConnection(db, params.id))
      return { connectionId: connection.id, provider: connection.provider, ...modelsOf(connection) }
    },
    adminList: async ({ db }) => ({ connections: (await findConnections(db)).map(describeForAdmin) }),
    create: (call) => createConnection(deps, call),
    update: (call) => changeConnection(deps, call),
    limits: async ({ db, params }) => describeLimits(await getConnection(db, params.id)),
    limit: limitConnection,
    remove: (call) => removeConnection(deps.vault, call),
    test: (call) => testConnection(deps, call),
    settings: ({ db }) => readDefaults(db),
    configure: setDefaults,
  })
