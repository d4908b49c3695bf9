import { catalogueIndex } from '@mailwright/contract/workflow-graph/flow'
import { paramReferences } from '@mailwright/contract/workflow-graph/param-references'
import type { Db } from '../../platform/db/database.ts'
import { armWorkflow } from './arm-workflow.ts'
import { notifyWorkflowUpdated } from './create-workflow.ts'
import type { WorkflowDeps } from './ports.ts'
import { systemActor, withdraw } from './publish-workflow.ts'
import { findMentioning } from './usage.store.ts'
import { lockPublished } from './workflows.store.ts'

type Deps = Pick<WorkflowDeps, 'catalogue' | 'live'>

async function withdrawAll(
  db: Db,
  { catalogue, live }: Deps,
  memberId: string,
  reason: object,
  mention?: string,
) {
  const rows = await lockPublished(db, memberId, mention)
  for (const row of rows) {
    await withdraw(db, row, systemActor, { ...reason })
    await armWorkflow(db, catalogue, { ...row, publishedVersion: null })
    notifyWorkflowUpdated(db, live, row, { published: false })
  }
  return rows.length
}

/** Unpublishes all workflows of a suspended member; returns how many. */
export const unpublishWorkflows = (db: Db, deps: Deps, memberId: string) =>
  withdrawAll(db, deps, memberId, { reason: 'member_suspended' })

/** Unpublishes the workflows that name the mailbox as trigger or sender; returns how many. */
export const disarmWorkflows = (db: Db, deps: Deps, memberId: string, mailboxId: string) =>
  withdrawAll(db, deps, memberId, { reason: 'mailbox_removed', mailboxId }, mailboxId)

/** The published workflows that use the mailbox as trigger or sender, one entry for each use. */
export async function workflowsUsing(db: Db, { catalogue }: Deps, memberId: string, mailboxId: string) {
  const infoOf = catalogueIndex(catalogue)
  const mentioning = await findMentioning(db, memberId, mailboxId)
  return mentioning.flatMap(({ id, name, graph }) => {
    const links = paramReferences(graph, catalogue)
      .filter(({ target, value }) => target === 'mailbox' && value === mailboxId)
      .map(({ node }) => (infoOf(node)?.group === 'trigger' ? ('trigger' as const) : ('sender' as const)))
    return [...new Set(links)].map((link) => ({ id, name, link }))
  })
}
