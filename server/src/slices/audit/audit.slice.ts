import { auditRoutes } from './audit.routes.ts'

export const createAudit = () => ({ routes: auditRoutes() })
