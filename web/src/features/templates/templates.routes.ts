import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../api/places.ts'

const component = lazyRouteComponent(() => import('./templates-page.tsx'))

const gallery = createRoute({ getParentRoute: () => shellRoute, path: '/templates', component })
const template = createRoute({ getParentRoute: () => shellRoute, path: '/templates/$templateId', component })

export const templateRoutes = [gallery, template] as const
