import type { Db } from '../../platform/db/database.ts'
import { disarmWorkflows, unpublishWorkflows, workflowsUsing } from './disarm-workflows.ts'
import type { WorkflowDeps } from './ports.ts'
import { countPublishedWorkflows } from './usage.store.ts'
import { workflowRoutes } from './workflows.routes.ts'

export const createWorkflows = (deps: WorkflowDeps) => ({ routes: workflowRoutes(deps) })

/** What a member's workflows mean to the slice of members. */
export const workflowsOfMembers = (deps: Pick<WorkflowDeps, 'catalogue' | 'live'>) => ({
  unpublishWorkflows: (db: Db, memberId: string) => unpublishWorkflows(db, deps, memberId),
  countPublishedWorkflows,
})

/** What a mailbox's workflows mean to the slice of mailboxes. */
export const workflowsOfMailboxes = (deps: Pick<WorkflowDeps, 'catalogue' | 'live'>) => ({
  disarmWorkflows: (db: Db, memberId: string, mailboxId: string) =>
    disarmWorkflows(db, deps, memberId, mailboxId),
  workflowsUsing: (db: Db, memberId: string, mailboxId: string) =>
    workflowsUsing(db, deps, memberId, mailboxId),
})
