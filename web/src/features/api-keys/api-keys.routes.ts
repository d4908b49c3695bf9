import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { settingsRoute } from '../account/index.ts'

const keys = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/account/api-keys',
  component: lazyRouteComponent(() => import('./api-keys-page.tsx')),
})

export const apiKeyRoutes = [keys] as const
