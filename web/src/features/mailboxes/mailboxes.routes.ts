import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { memberRoute } from '../../api/places.ts'

const connect = createRoute({
  getParentRoute: () => memberRoute,
  path: '/connect',
  component: lazyRouteComponent(() => import('./connect-page.tsx')),
})

const progress = createRoute({
  getParentRoute: () => memberRoute,
  path: '/connect/$mailboxId',
  component: lazyRouteComponent(() => import('./progress-page.tsx')),
})

export const mailboxRoutes = [connect, progress] as const
