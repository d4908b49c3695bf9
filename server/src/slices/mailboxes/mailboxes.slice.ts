import type { Db } from '../../platform/db/database.ts'
import { pauseMailboxes } from './disconnect-mailbox.ts'
import { eraseMailbox } from './erase-mailbox.ts'
import { mailboxRoutes, type RouteDeps } from './mailboxes.routes.ts'
import { countByMember } from './mailboxes.store.ts'

export type MailboxDeps = RouteDeps

export const createMailboxes = (deps: MailboxDeps) => ({ routes: mailboxRoutes(deps) })

/** Background work of this slice. */
export const mailboxJobs = [eraseMailbox]

/** What the slice of members needs to know of mailboxes. */
export const mailboxesOfMembers = (deps: Pick<RouteDeps, 'live' | 'vault' | 'ports'>) => ({
  pauseMailboxes: (db: Db, memberId: string) => pauseMailboxes(db, deps, memberId),
  countMailboxes: async (db: Db, memberIds: string[]) =>
    new Map((await countByMember(db, memberIds)).map(({ memberId, count }) => [memberId, count])),
})
