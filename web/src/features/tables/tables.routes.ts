import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../api/places.ts'
import { readTableSearch } from './tables.search.ts'

const component = lazyRouteComponent(() => import('./tables-page.tsx'))

const tables = createRoute({ getParentRoute: () => shellRoute, path: '/tables', component })
const table = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tables/$tableId',
  validateSearch: readTableSearch,
  component,
})

export const tableRoutes = [tables, table] as const
