import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../account/index.ts'
import { readJournalSearch } from './journal-search.ts'

const journal = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/journal',
  validateSearch: readJournalSearch,
  component: lazyRouteComponent(() => import('./journal-page.tsx')),
})

export const journalRoutes = [journal] as const
