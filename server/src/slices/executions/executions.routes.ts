import { executions } from '@mailwright/contract/executions'
import { hooks } from '@mailwright/contract/hooks'
import { runs } from '@mailwright/contract/runs'
import { fault } from '../../platform/errors/app-error.ts'
import { implement } from '../../platform/http/call.ts'
import { findOwnWorkflow } from '../workflows/index.ts'
import { cancelChosen, cancelOfWorkflow } from './cancel-executions.ts'
import { getExecution } from './get-execution.ts'
import { listExecutions } from './list-executions.ts'
import { listWaiting } from './list-waiting.ts'
import { findNodeNames } from './node-names.ts'
import type { ExecutionDeps } from './ports.ts'
import { readScope } from './read-scope.ts'
import { createWebhookIntake } from './receive-webhook.ts'
import { retryExecution, retryFailed } from './retry-execution.ts'
import { runNode } from './run-node.ts'
import { runWorkflow } from './run-workflow.ts'
import { summarizeExecutions } from './summarize-executions.ts'
import { testWorkflow } from './test-workflow.ts'

export function executionRoutes(deps: ExecutionDeps) {
  const { db, processId, runner, limits } = deps
  const takeWebhook = createWebhookIntake({
    db: deps.intakeDb,
    processId,
    runner,
    defaultConcurrency: limits.maxConcurrency.default,
    maxHeld: deps.maxHeldCalls,
    checkBody: deps.ports.checkWebhook,
  })
  const cancelDeps = { notifier: deps.notifier, onCancelled: deps.ports.onCancelled }
  const owned = async (memberId: string, id: string) => {
    if (!(await findOwnWorkflow(db, memberId, id))) throw fault('workflow.not_found')
    return id.toLowerCase()
  }
  return [
    ...implement(executions, {
      list: ({ db, caller, query }) => listExecutions(db, caller, query),
      listPeriod: ({ db, caller, query }) => listExecutions(db, caller, query),
      get: ({ db, caller, params }) => getExecution(db, caller, params.id.toLowerCase()),
      summary: ({ db, caller, query }) => summarizeExecutions(db, caller, query),
      waiting: ({ db, caller, query }) => listWaiting(db, caller, query, findNodeNames),
      cancel: async ({ caller, body, transaction }) =>
        cancelChosen(await transaction(), caller, body.ids, cancelDeps),
      cancelOfWorkflow: async ({ caller, params, body, transaction }) => {
        const workflowId = await owned(caller.memberId, params.id)
        return cancelOfWorkflow(await transaction(), caller, { workflowId, limit: body.limit }, cancelDeps)
      },
      retryFailed: async ({ caller, params, body, transaction }) => {
        const workflowId = await owned(caller.memberId, params.id)
        return retryFailed(await transaction(), deps, caller, { workflowId, ...body })
      },
    }),
    ...implement(runs, {
      retry: async ({ caller, params, transaction }) =>
        retryExecution(await transaction(), deps, caller, params.id.toLowerCase()),
      run: async ({ caller, params, body, transaction }) =>
        runWorkflow(await transaction(), deps, caller, params.id, body),
      test: async ({ caller, params, body, transaction }) =>
        testWorkflow(await transaction(), deps, caller, params.id, body),
      runNode: ({ db, caller, params, body }) => runNode(db, deps, caller, params, body),
      scope: ({ db, caller, params }) => readScope(db, deps, caller.memberId, params.id),
    }),
    ...implement(hooks, {
      trigger: ({ params, body, bodyText }) => takeWebhook(params.token, body, bodyText),
    }),
  ]
}
