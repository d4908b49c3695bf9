import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../api/places.ts'
import { readRunsSearch } from './runs.search.ts'

const runs = createRoute({
  getParentRoute: () => shellRoute,
  path: '/runs',
  validateSearch: readRunsSearch,
  component: lazyRouteComponent(() => import('./list/runs-page.tsx')),
})

const run = createRoute({
  getParentRoute: () => shellRoute,
  path: '/runs/$runId',
  validateSearch: (search: Record<string, unknown>): { step?: string } =>
    typeof search.step === 'string' ? { step: search.step } : {},
  component: lazyRouteComponent(() => import('./run/run-page.tsx')),
})

export const runRoutes = [runs, run] as const
