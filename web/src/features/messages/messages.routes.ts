import { createRoute, redirect } from '@tanstack/react-router'
import { client } from '../../api/client.ts'
import { shellRoute } from '../../api/places.ts'
import { queryClient, read } from '../../api/read.ts'
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

/** A message by its id, wherever it is now: for links from runs, approvals and journals. */
const message = createRoute({
  getParentRoute: () => shellRoute,
  path: '/messages/$messageId',
  beforeLoad: async ({ params }) => {
    const { threadId } = await queryClient.fetchQuery(
      read(client.messages.get, { params: { id: params.messageId } }),
    )
    if (threadId === null) throw redirect({ to: '/mail/$folder', params: { folder: 'all' } })
    throw redirect({ to: '/mail/$folder/$threadId', params: { folder: 'all', threadId }, replace: true })
  },
})

export const messageRoutes = [mail.addChildren([none, thread]), message] as const
