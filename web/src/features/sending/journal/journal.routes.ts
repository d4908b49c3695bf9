import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../../account/index.ts'
import { readJournalSearch } from './journal-search.ts'

const component = lazyRouteComponent(() => import('./journal-page.tsx'))

const journal = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/sending',
  validateSearch: readJournalSearch,
  component,
})

const item = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/sending/$itemId',
  validateSearch: readJournalSearch,
  component,
})

export const sendingJournalRoutes = [journal, item] as const
