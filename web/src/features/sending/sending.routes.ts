import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../api/places.ts'

const outbox = createRoute({
  getParentRoute: () => shellRoute,
  path: '/outbox',
  component: lazyRouteComponent(() => import('./outbox/outbox-page.tsx')),
})

export const sendingRoutes = [outbox] as const
