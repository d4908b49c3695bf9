import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { shellRoute } from '../../api/places.ts'

const component = lazyRouteComponent(() => import('./desk-page.tsx'))

const desk = createRoute({ getParentRoute: () => shellRoute, path: '/desk', component })
const item = createRoute({ getParentRoute: () => shellRoute, path: '/desk/$itemId', component })

/** Notifications and mails name a draft or an approval by its own address; both are decided on the desk. */
const toDesk = ({ params }: { params: { itemId: string } }) => {
  throw redirect({ to: '/desk/$itemId', params, replace: true })
}
const draft = createRoute({ getParentRoute: () => shellRoute, path: '/review/$itemId', beforeLoad: toDesk })
const approval = createRoute({
  getParentRoute: () => shellRoute,
  path: '/approvals/$itemId',
  beforeLoad: toDesk,
})
const review = createRoute({
  getParentRoute: () => shellRoute,
  path: '/review',
  beforeLoad: () => {
    throw redirect({ to: '/desk', replace: true })
  },
})

export const deskRoutes = [desk, item, draft, approval, review] as const
