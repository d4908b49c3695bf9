export { MailboxRows } from './mailbox-rows.tsx'
export { mailboxesQuery, useMailboxes } from './mailboxes.queries.ts'
export { mailboxPageRoutes, mailboxRoutes } from './mailboxes.routes.ts'
