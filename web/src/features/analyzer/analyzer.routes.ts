import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../api/places.ts'

const component = lazyRouteComponent(() => import('./analyzer-page.tsx'))

/** The open group is part of the address. */
const validateSearch = (search: Record<string, unknown>): { group?: string } =>
  typeof search.group === 'string' ? { group: search.group } : {}

const first = createRoute({ getParentRoute: () => shellRoute, path: '/analyzer', validateSearch, component })
const one = createRoute({
  getParentRoute: () => shellRoute,
  path: '/analyzer/$mailboxId',
  validateSearch,
  component,
})

export const analyzerRoutes = [first, one] as const
