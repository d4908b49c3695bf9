import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids/ids.ts'
import type { Live } from '../../platform/live/live.ts'
import { plainText } from '../../platform/text/plain-text.ts'
import { anonymise } from './anonymise.ts'
import { insertIncident } from './incidents.store.ts'

export type Failure = {
  /** The owner of the workflow. */
  memberId: string
  executionId: string
  workflowId: string
  workflowName: string
  mailboxId: string | null
  failedAt: string
  /** As it came; what is stored is anonymised and at most 200 characters long. */
  error: string
  nodeId: string | null
  nodeName: string | null
}

const line = (text: string | null) => text && plainText(text, 200)

/** Records a failed execution, in the caller's transaction. Undefined when it already has its incident. */
export async function openIncident(db: Db, live: Live, { error, ...failure }: Failure) {
  const incident = await insertIncident(db, {
    ...failure,
    id: newId(),
    workflowName: plainText(failure.workflowName, 200),
    nodeId: line(failure.nodeId),
    nodeName: line(failure.nodeName),
    errorSummary: anonymise(error),
  })
  if (incident)
    live.publish(db, { memberId: failure.memberId, type: 'incident.created', data: { ...incident } })
  return incident
}
