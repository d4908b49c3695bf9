import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../api/places.ts'
import { safePath } from '../../lib/next-path.ts'

const token = (search: Record<string, unknown>) => ({ token: String(search.token ?? '') })

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { next?: string } => {
    const next = safePath(search.next)
    return next ? { next } : {}
  },
  component: lazyRouteComponent(() => import('./sign-in-page.tsx')),
})

const setup = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  validateSearch: token,
  component: lazyRouteComponent(() => import('./set-up-page.tsx')),
})

const accept = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitations/accept',
  validateSearch: token,
  component: lazyRouteComponent(() => import('./accept-page.tsx')),
})

/** The pages before anybody is signed in. */
export const authRoutes = [signIn, setup, accept] as const
