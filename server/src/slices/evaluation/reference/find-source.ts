import { executions } from '@mailwright/contract/executions'
import type { referenceSet } from '@mailwright/contract/reference-set'
import { review } from '@mailwright/contract/review'
import type { Body } from '@mailwright/contract/route'
import { AppError, fault } from '../../../platform/errors/app-error.ts'
import type { Caller } from '../../../platform/http/call.ts'
import { isUuid } from '../../../platform/ids/ids.ts'
import type { Place } from '../find-classifier.ts'
import type { EvaluationDeps } from '../ports.ts'
import { findOwnCase } from '../runs/cases.store.ts'

type Given = Body<typeof referenceSet.add>
type Found = {
  messageId: string /** What the node said about it, if that is known. */
  answered: string[] | null
}

const missing = () => fault('eval.source_not_found')
/** What is not there, and what is there no longer. */
const isMissing = (error: unknown) =>
  error instanceof AppError && (error.status === 404 || error.status === 410)
const orMissing = (error: unknown): never => {
  throw isMissing(error) ? missing() : error
}

type Run = {
  workflowId: string
  messageId: string | null
  steps: { nodeId: string; status: string; data: { labels?: unknown } | null }[]
}
type Draft = { message: { workflowId?: string; messageId?: string; executionId?: string } }

function answerOf({ steps }: Run, nodeId: string): string[] | null {
  const step = steps.findLast((one) => one.nodeId === nodeId && one.status === 'succeeded')
  const labels = step?.data?.labels
  return Array.isArray(labels) ? labels.map(String) : null
}

/** The message that an entry is about, from what the caller may read. */
export async function findSource(
  { db, ports }: EvaluationDeps,
  caller: Caller,
  { workflowId, nodeId, memberId }: Place,
  given: Given,
): Promise<Found> {
  const read = (route: typeof executions.get | typeof review.get, id: string) =>
    ports.read(route, caller, { params: { id } }).catch(orMissing)
  if (given.kind === 'message') return { messageId: given.messageId, answered: null }
  if (given.kind === 'correction') {
    const found = isUuid(given.caseId) ? await findOwnCase(db, memberId, given.caseId) : undefined
    if (found?.workflowId !== workflowId || found.nodeId !== nodeId) throw missing()
    return { messageId: found.messageId, answered: found.predicted }
  }
  if (given.kind === 'execution') {
    const run = (await read(executions.get, given.executionId)) as Run
    if (run.workflowId !== workflowId || run.messageId === null) throw missing()
    return { messageId: run.messageId, answered: answerOf(run, nodeId) }
  }
  const { message } = (await read(review.get, given.reviewId)) as Draft
  if (message.workflowId !== workflowId || !message.messageId) throw missing()
  const run = message.executionId ? ((await read(executions.get, message.executionId)) as Run) : null
  return { messageId: message.messageId, answered: run && answerOf(run, nodeId) }
}
