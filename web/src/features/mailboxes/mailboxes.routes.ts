import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { memberRoute } from '../../api/places.ts'
import { settingsRoute } from '../account/index.ts'
import { readConnectSearch } from './connect-search.ts'

const connect = createRoute({
  getParentRoute: () => memberRoute,
  path: '/connect',
  validateSearch: readConnectSearch,
  component: lazyRouteComponent(() => import('./connect-page.tsx')),
})

const progress = createRoute({
  getParentRoute: () => memberRoute,
  path: '/connect/$mailboxId',
  component: lazyRouteComponent(() => import('./progress-page.tsx')),
})

const page = lazyRouteComponent(() => import('./mailboxes-page.tsx'))

const mailboxes = createRoute({ getParentRoute: () => settingsRoute, path: '/mailboxes', component: page })

const mailbox = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/mailboxes/$mailboxId',
  component: page,
})

export const mailboxPageRoutes = [mailboxes, mailbox] as const
export const mailboxRoutes = [connect, progress] as const
