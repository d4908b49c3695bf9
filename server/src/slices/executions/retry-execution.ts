import type { StepRecord } from '../../engine/index.ts'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids/ids.ts'
import { findRetriable } from './executions.store.ts'
import { packSteps, unpackSteps } from './pack-steps.ts'
import type { ExecutionDeps } from './ports.ts'
import { findParts, insertPart, nudgeRunners } from './run/runs.store.ts'
import { checkVersionScopes } from './run-workflow.ts'
import { findForRetry, insertExecutions } from './start.store.ts'
import { clampSince } from './summarize-executions.ts'

type Deps = Pick<ExecutionDeps, 'catalogue'>

const isFinished = ({ status, output }: StepRecord) =>
  status === 'succeeded' || status === 'skipped' || (status === 'failed' && output !== null)

/** Finished steps are copied, so that they do not run twice. */
const copyOf = (executionId: string, step: StepRecord, seq: number): StepRecord => ({
  ...step,
  seq,
  copiedFrom: step.copiedFrom ?? `${executionId}.${step.seq}`,
})

async function retryOne(db: Db, deps: Deps, caller: Caller, id: string): Promise<string> {
  const failed = await findForRetry(db, caller.memberId, id)
  if (!failed) throw fault('execution.not_found')
  if (failed.status !== 'failed' && failed.status !== 'cancelled') throw fault('execution.conflict')
  await checkVersionScopes(db, deps, caller, failed)
  const [first, ...rest] = await findParts(db, [id])
  const triggerData = JSON.parse(first?.content ?? '{}')
  const known = await unpackSteps(
    rest.map(({ content }) => content),
    triggerData,
  )
  const copies = known.filter(isFinished).map((step, seq) => copyOf(id, step, seq))
  const retryId = newId()
  const { status: _, ...row } = failed
  await insertExecutions(db, [
    {
      ...row,
      id: retryId,
      retryOf: id,
      parentId: null,
      rootId: null,
      depth: 0,
      content: first?.content ?? '{}',
    },
  ])
  if (copies.length > 0)
    await insertPart(db, { id: retryId, part: 1, content: packSteps(copies, triggerData) })
  return retryId
}

/** Starts a new run that resumes where the other one failed. */
export async function retryExecution(db: Db, deps: Deps, caller: Caller, id: string) {
  const executionId = await retryOne(db, deps, caller, id)
  await nudgeRunners(db)
  return { executionId }
}

export async function retryFailed(
  db: Db,
  deps: Deps,
  caller: Caller,
  { workflowId, limit, since: requestedSince }: { workflowId: string; limit: number; since?: string },
) {
  const since = clampSince(requestedSince, 30)
  const found = await findRetriable(db, caller.memberId, workflowId, since, limit + 1)
  const executionIds: string[] = []
  for (const { id } of found.slice(0, limit)) executionIds.push(await retryOne(db, deps, caller, id))
  if (executionIds.length > 0) await nudgeRunners(db)
  return { since, executionIds, hasMore: found.length > limit }
}
