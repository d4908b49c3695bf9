import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../account/index.ts'

const signatures = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/signatures',
  component: lazyRouteComponent(() => import('./signatures-page.tsx')),
})

export const signatureRoutes = [signatures] as const
