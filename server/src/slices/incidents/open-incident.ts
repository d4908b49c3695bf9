import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids/ids.ts'
import type { Live } from '../../platform/live/live.ts'
import { plainText } from '../../platform/text/plain-text.ts'
import { anonymise } from './anonymise.ts'
import { insertIncident, type NewIncident } from './incidents.store.ts'

export type Failure = {
  /** The owner of the workflow. */
  memberId: string
  executionId: string
  workflowId: string
  workflowName: string
  mailboxId: string | null
  failedAt: string
  /** The raw error; stored anonymised and shortened to 200 characters. */
  error: string
  nodeId: string | null
  nodeName: string | null
}

type ServiceFailure = Pick<Failure, 'memberId' | 'failedAt' | 'error'>
export type MailboxFailure = ServiceFailure & { mailboxId: string }

const line = (text: string | null) => text && plainText(text, 200)

async function open(db: Db, live: Live, incident: NewIncident) {
  const created = await insertIncident(db, incident)
  if (created) live.publish(db, { memberId: incident.memberId, type: 'incident.created', data: created })
  return created
}

/** Records a failed execution, in the caller's transaction. Returns undefined when it already has an incident. */
export const openIncident = (db: Db, live: Live, { error, ...failure }: Failure) =>
  open(db, live, {
    ...failure,
    id: newId(),
    workflowName: plainText(failure.workflowName, 200),
    nodeId: line(failure.nodeId),
    nodeName: line(failure.nodeName),
    errorSummary: anonymise(error),
  })

/** Records a failure that belongs to no execution, in the caller's transaction. */
const openOther = (
  db: Db,
  live: Live,
  { error, ...failure }: ServiceFailure & { mailboxId: string | null },
) =>
  open(db, live, {
    ...failure,
    id: newId(),
    errorSummary: anonymise(error),
    executionId: null,
    workflowId: null,
    workflowName: '',
    nodeId: null,
    nodeName: null,
  })

export const openMailboxIncident = (db: Db, live: Live, failure: MailboxFailure) =>
  openOther(db, live, failure)

/** Records a failure of the service itself. */
export const openServiceIncident = (db: Db, live: Live, failure: ServiceFailure) =>
  openOther(db, live, { ...failure, mailboxId: null })
