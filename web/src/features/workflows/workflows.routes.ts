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

/** Asks for what the studio shows, before its code is there. */
export function prefetchStudio({ workflowId }: { workflowId: string }) {
  void queryClient.prefetchQuery(workflowQuery(workflowId))
  void queryClient.prefetchQuery(nodeTypesQuery(useLook.getState().locale))
}

const studio = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workflows/$workflowId',
  /** The run to draw on the canvas. */
  validateSearch: (search: Record<string, unknown>): { run?: string } =>
    typeof search.run === 'string' ? { run: search.run } : {},
  loader: ({ params }) => prefetchStudio(params),
  component: lazyRouteComponent(() => import('./studio/studio-page.tsx')),
})

export const workflowRoutes = [list, studio] as const
