export { ComposeDock } from './compose/compose-dock.tsx'
export { openCompose } from './compose/drafts.ts'
export { type Reply, replyTo } from './compose/reply-to.ts'
export { sendingJournalRoutes } from './journal/journal.routes.ts'
