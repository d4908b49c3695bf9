import { connections } from '@mailwright/contract/connections'
import type { Vault } from '../../platform/crypto/vault.ts'
import { implement } from '../../platform/http/call.ts'
import { changeConnection } from './change-connection.ts'
import { readConnectionOrigins, replaceOrigins } from './change-origins.ts'
import { createConnection } from './create-connection.ts'
import { listConnections } from './list-connections.ts'
import type { ConnectionPorts } from './ports.ts'
import { removeConnection } from './remove-connection.ts'

export type ConnectionDeps = { vault: Vault; ports: ConnectionPorts }

export const connectionRoutes = (deps: ConnectionDeps) =>
  implement(connections, {
    list: ({ db, caller, query }) => listConnections(db, caller.memberId, query.type),
    create: async (call) => createConnection(await call.transaction(), deps.vault, call, call.body),
    update: async (call) =>
      changeConnection(await call.transaction(), deps.vault, call, call.params.id, call.body),
    origins: ({ db, caller, params }) => readConnectionOrigins(db, caller, params.id),
    setOrigins: async (call) =>
      replaceOrigins(await call.transaction(), call, call.params.id, call.body.origins),
    remove: async (call) => removeConnection(await call.transaction(), deps, call, call.params.id),
  })
