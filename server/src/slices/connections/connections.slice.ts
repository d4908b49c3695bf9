import type { Slice } from '../../platform/slice.ts'
import { type ConnectionDeps, connectionRoutes } from './connections.routes.ts'

export const createConnections = (deps: ConnectionDeps): Slice => ({ routes: connectionRoutes(deps) })
