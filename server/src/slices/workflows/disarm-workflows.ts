import { catalogueIndex } from '@mailwright/contract/workflow-graph/flow'
import { paramReferences } from '@mailwright/contract/workflow-graph/param-references'
import type { Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'
import { notify } from '../notifications/index.ts'
import { armWorkflow } from './arm-workflow.ts'
import { notifyWorkflowUpdated } from './create-workflow.ts'
import type { WorkflowDeps } from './ports.ts'
import { systemActor, withdraw } from './publish-workflow.ts'
import { findMentioning } from './usage.store.ts'
import { lockPublished, type WorkflowRow } from './workflows.store.ts'

type Deps = Pick<WorkflowDeps, 'catalogue' | 'live'>

type Cause = { reason: 'member_suspended' } | { reason: 'mailbox_removed'; mailboxId: string }

/** One notification for all: removing a mailbox may withdraw many. */
async function tellMember(db: Db, live: Live, memberId: string, rows: WorkflowRow[], { reason }: Cause) {
  const [first, second] = rows
  if (!first) return
  const only = second ? undefined : first
  await notify(db, live, {
    memberId,
    kind: 'workflow.unpublished',
    severity: 'warning',
    params: { count: rows.length, workflowId: only?.id ?? null, workflowName: only?.name ?? null, reason },
    link: only ? `/workflows/${only.id}` : '/workflows',
  })
}

async function withdrawAll(
  db: Db,
  { catalogue, live }: Deps,
  memberId: string,
  cause: Cause,
  mention?: string,
) {
  const rows = await lockPublished(db, memberId, mention)
  for (const row of rows) {
    await withdraw(db, row, systemActor, cause)
    await armWorkflow(db, catalogue, { ...row, publishedVersion: null })
    notifyWorkflowUpdated(db, live, row, { published: false })
  }
  await tellMember(db, live, memberId, rows, cause)
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
