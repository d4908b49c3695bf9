import type { Step } from '@mailwright/contract/executions'
import type { Static } from '@mailwright/contract/schema'
import type { StepRecord } from '../../engine/index.ts'
import type { ExecutionRow } from './executions.store.ts'

const ended = new Set<ExecutionRow['status']>(['succeeded', 'failed', 'cancelled'])
const open = new Set<StepRecord['status']>(['queued', 'running', 'waiting'])

/** A step as returned by the API. Steps still open when the run ended count as skipped. */
export function toStep(
  executionId: string,
  status: ExecutionRow['status'],
  step: StepRecord,
): Static<typeof Step> {
  const isAbandoned = ended.has(status) && open.has(step.status)
  return {
    id: `${executionId}.${step.seq}`,
    nodeId: step.nodeId,
    status: isAbandoned ? 'skipped' : step.status,
    attempt: step.attempt,
    output: step.output,
    data: step.data,
    dataTruncated: step.dataTruncated,
    durationMs: step.durationMs,
    effects: step.effects,
    llmSkipped: step.llmSkipped,
    attempts: step.attempts,
    warnings: step.warnings,
    error: step.error,
    startedAt: step.startedAt,
    finishedAt: step.finishedAt,
    ...(step.copiedFrom !== null && { copiedFrom: step.copiedFrom }),
    ...(step.input !== null && { input: step.input }),
    ...(step.pinned && { pinned: true }),
    ...(step.disabled && { disabled: true }),
    ...(step.loop !== null && { loop: step.loop }),
  }
}
