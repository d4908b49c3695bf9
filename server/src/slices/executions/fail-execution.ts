import type { StepError } from '../../engine/index.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'
import { openIncident } from '../incidents/index.ts'
import { notify } from '../notifications/index.ts'
import { findTriggers, type Trigger } from '../workflows/index.ts'
import { admitDescendants, type FamilyLimits } from './admit-descendants.ts'
import type { PreparedVersion } from './run/run-one.ts'
import type { OwnedRun } from './run/runs.store.ts'
import { startExecutions } from './start-executions.ts'

const watchedWorkflows = ({ params }: Trigger): unknown[] =>
  Array.isArray(params.workflowIds) ? params.workflowIds : []

/** Starts the error workflow chosen by the author, and those triggered by failures of this or of any workflow. */
async function startErrorWorkflows(
  db: Db,
  limits: FamilyLimits,
  run: OwnedRun,
  error: StepError,
  version: PreparedVersion,
) {
  // A failing error workflow starts no other.
  if (run.triggerType === 'trigger.failed') return
  const triggers = (await findTriggers(db, run.memberId, 'trigger.failed')).filter((trigger) => {
    if (trigger.workflowId === run.workflowId) return false
    const watched = watchedWorkflows(trigger)
    return (
      trigger.workflowId === version.errorWorkflowId ||
      watched.length === 0 ||
      watched.includes(run.workflowId)
    )
  })
  const first = new Map(triggers.toReversed().map((trigger) => [trigger.workflowId, trigger]))
  // An error workflow may call the workflow that fails: the failures of one chain are limited like its calls.
  if (first.size === 0 || (await admitDescendants(db, run, first.size, limits))) return
  await startExecutions(
    db,
    [...first.values()].map(({ workflowId, versionId, nodeId }) => ({
      memberId: run.memberId,
      workflowId,
      versionId,
      triggerNodeId: nodeId,
      triggerType: 'trigger.failed',
      cause: { run, isCaller: false },
      data: {
        workflow: { id: run.workflowId, name: version.workflowName },
        execution: { id: run.id, createdAt: run.createdAt, messageId: run.messageId },
        error: { code: error.code, message: error.message, nodeId: error.nodeId, nodeType: error.nodeType },
      },
    })),
  )
}

type FailureDeps = { live: Live; familyLimits: FamilyLimits }

/** Called in the transaction in which a run fails: opens an incident, notifies, starts the error workflows. */
export async function failExecution(
  db: Db,
  { live, familyLimits }: FailureDeps,
  run: OwnedRun,
  error: StepError,
  version?: PreparedVersion,
) {
  const workflowName = version?.workflowName ?? ''
  const { memberId, workflowId, id: executionId } = run
  const incident = await openIncident(db, live, {
    memberId,
    executionId,
    workflowId,
    workflowName,
    mailboxId: run.mailboxId,
    failedAt: error.at,
    error: error.message,
    nodeId: error.nodeId,
    nodeName: version?.plan.nodes.get(error.nodeId)?.node.name ?? null,
  })
  const errorSummary = incident?.errorSummary ?? error.code
  await notify(db, live, {
    memberId,
    kind: 'execution.failed',
    severity: 'error',
    params: { workflowId, workflowName, executionId, errorSummary },
    link: `/executions/${executionId}`,
    dedupeKey: `execution ${executionId}`,
  })
  if (version) await startErrorWorkflows(db, familyLimits, run, error, version)
}
