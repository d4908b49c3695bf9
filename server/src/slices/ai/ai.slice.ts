import type { Slice } from '../../platform/slice.ts'
import { aiRoutes } from './ai.routes.ts'
import type { ConnectionDeps } from './connections/connection-deps.ts'

export const createAi = (deps: ConnectionDeps): Slice => ({ routes: aiRoutes(deps) })
