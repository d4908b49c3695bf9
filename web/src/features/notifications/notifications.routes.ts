import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../api/places.ts'
import { settingsRoute } from '../account/index.ts'
import { readView } from './views.ts'

const notifications = createRoute({
  getParentRoute: () => shellRoute,
  path: '/notifications',
  validateSearch: readView,
  component: lazyRouteComponent(() => import('./notifications-page.tsx')),
})

const preferences = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/account/notifications',
  component: lazyRouteComponent(() => import('./preferences-page.tsx')),
})

export const notificationRoutes = [notifications] as const
export const notificationSettingsRoutes = [preferences] as const
