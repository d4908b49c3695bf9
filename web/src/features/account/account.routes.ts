import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../api/places.ts'

/** Around the pages of the settings, also those of other features. */
export const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  id: 'settings',
  component: lazyRouteComponent(() => import('./settings-frame.tsx')),
})

const home = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('./settings-home.tsx')),
})

const profile = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/account/profile',
  component: lazyRouteComponent(() => import('./profile-page.tsx')),
})

const appearance = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/account/appearance',
  component: lazyRouteComponent(() => import('./appearance-page.tsx')),
})

const password = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/account/password',
  component: lazyRouteComponent(() => import('./password-page.tsx')),
})

const sessions = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/account/sessions',
  component: lazyRouteComponent(() => import('./sessions-page.tsx')),
})

const scope = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/account/excluded-senders',
  component: lazyRouteComponent(() => import('./scope-page.tsx')),
})

const dispatch = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/account/workflow-order',
  component: lazyRouteComponent(() => import('./dispatch-page.tsx')),
})

export const accountRoutes = [home, profile, appearance, password, sessions, scope, dispatch] as const
