import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../api/places.ts'
import { validateSearch } from './evaluation.search.ts'

const home = createRoute({
  getParentRoute: () => shellRoute,
  path: '/evaluation',
  component: lazyRouteComponent(() => import('./evaluation-home.tsx')),
})
const classifier = createRoute({
  getParentRoute: () => shellRoute,
  path: '/evaluation/$workflowId/$nodeId',
  validateSearch,
  component: lazyRouteComponent(() => import('./classifier-page.tsx')),
})

export const evaluationRoutes = [home, classifier] as const
