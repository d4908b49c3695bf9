import { createRoute, createRouter, type RouteComponent } from '@tanstack/react-router'
import { memberRoute, rootRoute, shellRoute } from '../api/places.ts'
import { queryClient } from '../api/read.ts'
import { onSessionEnded } from '../api/request.ts'
import { accountRoutes, settingsRoute } from '../features/account/index.ts'
import { aiRoutes } from '../features/ai/index.ts'
import { analyzerRoutes } from '../features/analyzer/index.ts'
import { apiKeyRoutes } from '../features/api-keys/index.ts'
import { auditRoutes } from '../features/audit/index.ts'
import { authRoutes } from '../features/auth/index.ts'
import { contactRoutes } from '../features/contacts/index.ts'
import { dashboardRoutes } from '../features/dashboard/index.ts'
import { deskRoutes } from '../features/desk/index.ts'
import { evaluationRoutes } from '../features/evaluation/index.ts'
import { runRoutes } from '../features/executions/index.ts'
import { instanceRoutes } from '../features/instance/index.ts'
import { journalRoutes } from '../features/journal/index.ts'
import { mailboxPageRoutes, mailboxRoutes } from '../features/mailboxes/index.ts'
import { adminRoute, memberRoutes } from '../features/members/index.ts'
import { messageRoutes, prefetchThreads } from '../features/messages/index.ts'
import { notificationRoutes, notificationSettingsRoutes } from '../features/notifications/index.ts'
import { sendingJournalRoutes, sendingRoutes } from '../features/sending/index.ts'
import { signatureRoutes } from '../features/signatures/index.ts'
import { tableRoutes } from '../features/tables/index.ts'
import { templateRoutes } from '../features/templates/index.ts'
import { prefetchStudio, workflowRoutes } from '../features/workflows/index.ts'
import { CrashPage } from './crash-page.tsx'
import { MemberFrame } from './member-frame.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { RootFrame } from './root-frame.tsx'
import { Shell } from './shell.tsx'
import { StartPage } from './start-page.tsx'

rootRoute.update({ component: RootFrame, notFoundComponent: NotFoundPage, errorComponent: CrashPage })
shellRoute.update({ component: Shell })
memberRoute.update({ component: MemberFrame })

const start = createRoute({ getParentRoute: () => shellRoute, path: '/', component: StartPage })

const settings = settingsRoute.addChildren([
  ...accountRoutes,
  ...apiKeyRoutes,
  ...notificationSettingsRoutes,
  ...mailboxPageRoutes,
  ...signatureRoutes,
  ...contactRoutes,
  ...sendingJournalRoutes,
  ...journalRoutes,
])

const administration = adminRoute.addChildren([
  ...memberRoutes,
  ...auditRoutes,
  ...instanceRoutes,
  ...aiRoutes,
])

/** Every page of the product. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...authRoutes,
    memberRoute.addChildren([...mailboxRoutes]),
    shellRoute.addChildren([
      start,
      ...messageRoutes,
      ...sendingRoutes,
      ...deskRoutes,
      ...runRoutes,
      ...tableRoutes,
      ...dashboardRoutes,
      ...notificationRoutes,
      ...workflowRoutes,
      ...templateRoutes,
      ...analyzerRoutes,
      ...evaluationRoutes,
      settings,
      administration,
    ]),
  ]),
  defaultPreload: false,
  defaultPendingMs: 200,
  scrollRestoration: false,
})

/** Loads the code of a page that is not part of the first download. */
const preload = (page: RouteComponent | undefined) => page && 'preload' in page && page.preload?.()

// A page's code and content are asked for together with the member who sees it: otherwise they would wait for a reply.
for (const { routeId, params, search } of router.matchRoutes(router.latestLocation)) {
  void preload(router.routesById[routeId as keyof typeof router.routesById].options.component)
  if (routeId === '/shell/mail/$folder') void prefetchThreads({ ...params, ...search })
  if (routeId === '/shell/workflows/$workflowId') prefetchStudio(params)
}

onSessionEnded(() => {
  const { href, pathname } = router.state.location
  if (/^\/(sign-in|setup|invitations)/.test(pathname)) return
  queryClient.clear()
  void router.navigate({ to: '/sign-in', search: { next: href } })
})

declare module '@tanstack/react-router' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be augmented.
  interface Register {
    router: typeof router
  }
}
