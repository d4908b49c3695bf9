import type { Static } from '@mailwright/contract/schema'
import type { WorkflowFile } from '@mailwright/contract/workflow-copies'
import { detachGraph } from '@mailwright/contract/workflow-graph/param-references'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller, Locale } from '../../platform/http/call.ts'
import type { MemberCall } from './change-workflow.ts'
import { createDraft, type NewDraft, notifyWorkflowUpdated } from './create-workflow.ts'
import { describeDetail, shownVersion } from './describe-workflow.ts'
import type { WorkflowDeps } from './ports.ts'
import { findGraph } from './versions.store.ts'
import { findWorkflow } from './workflows.store.ts'

type File = Static<typeof WorkflowFile>

/** Creates a workflow, publishes the live event and returns the description. */
export async function addWorkflow(db: Db, deps: WorkflowDeps, call: MemberCall, draft: NewDraft) {
  const row = await createDraft(db, call.caller.memberId, draft)
  notifyWorkflowUpdated(db, deps.live, row, { published: false })
  return describeDetail(db, deps, row, call)
}

const maxNameLength = 200
function copyName(name: string, locale: Locale) {
  const mark = locale === 'fr' ? ' (copie)' : ' (copy)'
  return `${[...name].slice(0, maxNameLength - mark.length).join('')}${mark}`
}

export async function duplicateWorkflow(
  db: Db,
  deps: WorkflowDeps,
  call: MemberCall,
  id: string,
  name: string | undefined,
) {
  const row = await findWorkflow(db, call.caller.memberId, id)
  if (!row) throw fault('workflow.not_found')
  const { dispatchPriority, errorWorkflowId, maxConcurrency, executionTimeoutMs } = row
  return addWorkflow(db, deps, call, {
    dispatchPriority,
    errorWorkflowId,
    maxConcurrency,
    executionTimeoutMs,
    name: name ?? copyName(row.name, call.locale),
    graph: await findGraph(db, shownVersion(row).id),
  })
}

export async function exportWorkflow(
  db: Db,
  { catalogue }: WorkflowDeps,
  { memberId }: Caller,
  id: string,
): Promise<File> {
  const row = await findWorkflow(db, memberId, id)
  if (!row) throw fault('workflow.not_found')
  const graph = detachGraph(await findGraph(db, shownVersion(row).id), catalogue)
  return {
    format: 'mailwright.workflow',
    formatVersion: 1,
    name: row.name,
    graph: { ...graph, id: 'graph', workflowId: 'workflow' },
  }
}

/** An import always becomes a draft; publishing is a separate step. */
export const importWorkflow = (db: Db, deps: WorkflowDeps, call: MemberCall, { name, graph }: File) =>
  addWorkflow(db, deps, call, { name, graph: detachGraph(graph, deps.catalogue) })
