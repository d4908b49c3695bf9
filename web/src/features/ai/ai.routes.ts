import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminRoute } from '../members/index.ts'

const models = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/ai',
  component: lazyRouteComponent(() => import('./ai-page.tsx')),
})

export const aiRoutes = [models] as const
