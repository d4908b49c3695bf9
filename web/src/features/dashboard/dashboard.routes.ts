import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../api/places.ts'
import { readDashboardSearch } from './dashboard.search.ts'

const dashboard = createRoute({
  getParentRoute: () => shellRoute,
  path: '/dashboard',
  validateSearch: readDashboardSearch,
  component: lazyRouteComponent(() => import('./dashboard-page.tsx')),
})

export const dashboardRoutes = [dashboard] as const
