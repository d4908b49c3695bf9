import type { Slice } from '../../platform/slice.ts'
import { type InstanceDeps, instanceRoutes } from './instance.routes.ts'

export const createInstance = (deps: InstanceDeps): Slice => ({ routes: instanceRoutes(deps) })
