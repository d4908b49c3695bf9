import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../account/index.ts'

const contacts = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/contacts',
  validateSearch: (search: Record<string, unknown>): { q?: string } =>
    typeof search.q === 'string' && search.q ? { q: search.q } : {},
  component: lazyRouteComponent(() => import('./contacts-page.tsx')),
})

export const contactRoutes = [contacts] as const
