import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../api/places.ts'

/** Around the pages for administrators, also those of other features. */
export const adminRoute = createRoute({
  getParentRoute: () => shellRoute,
  id: 'administration',
  component: lazyRouteComponent(() => import('./admin-frame.tsx')),
})

const home = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin',
  component: lazyRouteComponent(() => import('./admin-home.tsx')),
})

const members = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/members',
  component: lazyRouteComponent(() => import('./members-page.tsx')),
})

const invitations = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/invitations',
  component: lazyRouteComponent(() => import('./invitations-page.tsx')),
})

const scope = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/excluded-senders',
  component: lazyRouteComponent(() => import('./organisation-scope-page.tsx')),
})

export const memberRoutes = [home, members, invitations, scope] as const
