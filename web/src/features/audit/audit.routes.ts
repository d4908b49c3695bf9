import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminRoute } from '../members/index.ts'
import { readAuditSearch } from './audit-search.ts'

const audit = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('./audit-page.tsx')),
})

export const auditRoutes = [audit] as const
