export { templateRoutes } from './templates.routes.ts'
export { TemplatesLink } from './templates-link.tsx'
