import { type InstanceDeps, instanceRoutes } from './instance.routes.ts'

export const createInstance = (deps: InstanceDeps) => ({ routes: instanceRoutes(deps) })
