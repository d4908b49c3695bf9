import type { Config } from '../../platform/config/read-config.ts'
import type { Slice } from '../../platform/slice.ts'
import type { TemplateDeps } from './change-templates.ts'
import { templateRoutes } from './templates.routes.ts'

type TemplatesDeps = Pick<TemplateDeps, 'catalogue'> & { config: Pick<Config, 'forbiddenNodes'> }

export const createTemplates = ({ catalogue, config }: TemplatesDeps): Slice => ({
  routes: templateRoutes({ catalogue, forbidden: config.forbiddenNodes }),
})
