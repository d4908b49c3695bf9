import type { JobContext } from '../../platform/jobs/define-job.ts'
import type { ComposedMail } from './compose-source.ts'
import { type ClaimedItem, renewClaim } from './delivery.store.ts'
import type { DeliveryOutcome, SendingPorts } from './ports.ts'
import { withBcc } from './with-bcc.ts'

type Task = {
  deps: { ports: Pick<SendingPorts, 'putInDrafts'> }
  context: Pick<JobContext, 'db' | 'signal' | 'log'>
  item: ClaimedItem
  claim: string
}

/**
 * Appends a claimed draft to the Drafts folder of its mailbox. Every attempt uses the same bytes and Message-ID and
 * searches for them first, so a retry after an interrupted attempt makes no duplicate.
 */
export async function putInDrafts(
  { deps, context, item, claim }: Task,
  { messageIdHeader, source }: ComposedMail,
): Promise<DeliveryOutcome | 'stopped'> {
  const { db, signal, log } = context
  const beforeAppend = async () => {
    if ((await renewClaim(db, { id: item.id, claim })) === 0)
      throw new Error('Ownership of the draft was lost.')
  }
  const outcome = await deps.ports
    .putInDrafts(db, {
      mailboxId: item.mailboxId,
      messageIdHeader,
      source: withBcc(source, item.bcc),
      mayBeThere: item.source !== null,
      beforeAppend,
      signal,
    })
    .catch((error): DeliveryOutcome => {
      log.error({ err: error, id: item.id }, 'failed to append a draft to Drafts')
      const message = 'Saving the draft failed unexpectedly.'
      return { state: 'failed', transient: true, kind: 'broken_off', message }
    })
  return outcome.state === 'failed' && outcome.transient && signal.aborted ? 'stopped' : outcome
}
