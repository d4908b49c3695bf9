import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../api/places.ts'

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workflows',
  component: lazyRouteComponent(() => import('./list/workflows-page.tsx')),
})

const studio = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workflows/$workflowId',
  component: lazyRouteComponent(() => import('./studio/studio-page.tsx')),
})

export const workflowRoutes = [list, studio] as const
