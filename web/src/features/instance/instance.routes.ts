import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminRoute } from '../members/index.ts'

const sending = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/sending',
  component: lazyRouteComponent(() => import('./sending-switch-page.tsx')),
})

const branding = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/branding',
  component: lazyRouteComponent(() => import('./branding-page.tsx')),
})

export const instanceRoutes = [sending, branding] as const
