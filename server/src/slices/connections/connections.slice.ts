import { type ConnectionDeps, connectionRoutes } from './connections.routes.ts'

export const createConnections = (deps: ConnectionDeps) => ({ routes: connectionRoutes(deps) })
