import { nodeTypes } from '@mailwright/contract/node-types'
import { workflowCopies } from '@mailwright/contract/workflow-copies'
import { workflowVersions } from '@mailwright/contract/workflow-versions'
import { workflows } from '@mailwright/contract/workflows'
import { fault } from '../../platform/errors/app-error.ts'
import { type Binding, implement } from '../../platform/http/call.ts'
import { changeWorkflow } from './change-workflow.ts'
import { addWorkflow, duplicateWorkflow, exportWorkflow, importWorkflow } from './copy-workflow.ts'
import { describeDetail, describeWorkflows } from './describe-workflow.ts'
import { nodeTypesIn } from './list-node-types.ts'
import type { WorkflowDeps } from './ports.ts'
import { removeWorkflow } from './remove-workflow.ts'
import { pinTestMessages, readTestMessages } from './test-messages.ts'
import { listVersions, readVersion, restoreVersion } from './versions.ts'
import { createWebhook, revokeWebhook } from './webhook.ts'
import { findWorkflow, findWorkflows } from './workflows.store.ts'

const workflowBindings = (deps: WorkflowDeps): Binding[] =>
  implement(workflows, {
    list: async ({ db, caller, query }) => {
      const rows = await findWorkflows(db, caller.memberId, query.includeArchived === 'true')
      return { workflows: await describeWorkflows(db, deps, rows) }
    },
    create: async (call) => addWorkflow(await call.transaction(), deps, call, call.body),
    get: async (call) => {
      const { db, caller, params } = call
      const row = await findWorkflow(db, caller.memberId, params.id)
      if (!row) throw fault('workflow.not_found')
      return describeDetail(db, deps, row, call)
    },
    update: async (call) => changeWorkflow(await call.transaction(), deps, call, call.params.id, call.body),
    remove: async (call) => removeWorkflow(await call.transaction(), deps, call, call.params.id),
    createWebhook: async (call) => createWebhook(await call.transaction(), deps, call, call.params.id),
    revokeWebhook: async (call) => revokeWebhook(await call.transaction(), deps, call, call.params.id),
    testMessages: ({ db, caller, params }) => readTestMessages(db, deps, caller, params.id),
    setTestMessages: async ({ caller, params, body, transaction }) =>
      pinTestMessages(await transaction(), deps, caller, params.id, body.messageIds),
  })

const versionBindings = (deps: WorkflowDeps): Binding[] =>
  implement(workflowVersions, {
    list: ({ db, caller, params }) => listVersions(db, caller, params.id),
    get: ({ db, caller, params }) => readVersion(db, caller, params.id, params.versionId),
    restore: async (call) =>
      restoreVersion(await call.transaction(), deps, call, call.params, call.body.draftUpdatedAt),
  })

const copyBindings = (deps: WorkflowDeps): Binding[] =>
  implement(workflowCopies, {
    duplicate: async (call) =>
      duplicateWorkflow(await call.transaction(), deps, call, call.params.id, call.body.name),
    export: async ({ db, caller, params, header }) => {
      const file = await exportWorkflow(db, deps, caller, params.id)
      header('Content-Disposition', 'attachment; filename="workflow.json"')
      return file
    },
    import: async (call) => importWorkflow(await call.transaction(), deps, call, call.body),
  })

export function workflowRoutes(deps: WorkflowDeps): Binding[] {
  const inLocale = nodeTypesIn(deps.catalogue)
  return [
    ...workflowBindings(deps),
    ...versionBindings(deps),
    ...copyBindings(deps),
    ...implement(nodeTypes, { list: async ({ locale }) => inLocale(locale) }),
  ]
}
