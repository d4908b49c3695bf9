import type { TemplateDeps } from './change-templates.ts'
import { templateRoutes } from './templates.routes.ts'

export const createTemplates = (deps: TemplateDeps) => ({ routes: templateRoutes(deps) })
