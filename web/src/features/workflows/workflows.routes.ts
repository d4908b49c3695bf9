import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../api/places.ts'
import { queryClient } from '../../api/read.ts'
import { useLook } from '../../lib/look.ts'
import { nodeTypesQuery, workflowQuery } from './workflows.queries.ts'

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workflows',
  component: lazyRouteComponent(() => import('./list/workflows-page.tsx')),
})

const studio = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workflows/$workflowId',
  /** The run to draw on the canvas. */
  validateSearch: (search: Record<string, unknown>): { run?: string } =>
    typeof search.run === 'string' ? { run: search.run } : {},
  // What the page needs is on its way while its code is loaded.
  loader: ({ params }) => {
    void queryClient.prefetchQuery(workflowQuery(params.workflowId))
    void queryClient.prefetchQuery(nodeTypesQuery(useLook.getState().locale))
  },
  component: lazyRouteComponent(() => import('./studio/studio-page.tsx')),
})

export const workflowRoutes = [list, studio] as const
