import type { Config } from '../../platform/config/read-config.ts'
import type { Origin } from '../../platform/http/headers.ts'
import { instanceRoutes } from './instance.routes.ts'

export type InstanceDeps = { config: Config; origin: Origin; version: string }

export const createInstance = (deps: InstanceDeps) => ({ routes: instanceRoutes(deps) })
