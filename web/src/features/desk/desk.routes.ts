import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../api/places.ts'

const component = lazyRouteComponent(() => import('./desk-page.tsx'))

const desk = createRoute({ getParentRoute: () => shellRoute, path: '/desk', component })
const item = createRoute({ getParentRoute: () => shellRoute, path: '/desk/$itemId', component })

export const deskRoutes = [desk, item] as const
