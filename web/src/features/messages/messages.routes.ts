import { createRoute } from '@tanstack/react-router'
import { shellRoute } from '../../api/places.ts'
import { MailPage } from './list/mail-page.tsx'
import { readPlace } from './place.ts'
import { NoThread } from './reader/no-thread.tsx'
import { ThreadPage } from './reader/thread-page.tsx'

const mail = createRoute({
  getParentRoute: () => shellRoute,
  path: '/mail/$folder',
  validateSearch: readPlace,
  component: MailPage,
})

const none = createRoute({ getParentRoute: () => mail, path: '/', component: NoThread })
const thread = createRoute({ getParentRoute: () => mail, path: '$threadId', component: ThreadPage })

export const messageRoutes = [mail.addChildren([none, thread])] as const
