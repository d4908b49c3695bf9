import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { findExecution } from './executions.store.ts'
import { unpackSteps } from './pack-steps.ts'
import { findParts } from './run/runs.store.ts'
import { toStep } from './to-step.ts'

export async function getExecution(db: Db, { memberId }: Caller, id: string) {
  const found = await findExecution(db, memberId, id)
  if (!found) throw fault('execution.not_found')
  const [first, ...rest] = await findParts(db, [id])
  const triggerData: Record<string, unknown> | null = first ? JSON.parse(first.content) : null
  const steps = await unpackSteps(
    rest.map(({ content }) => content),
    triggerData ?? {},
  )
  return {
    ...found,
    workflowName: found.workflowName ?? '',
    triggerData,
    steps: steps.map((step) => toStep(found.id, found.status, step)),
  }
}
