import type { JobContext } from '../../platform/jobs/define-job.ts'
import type { Live } from '../../platform/live/live.ts'
import { endDraftsAnsweredBy } from './gone-drafts.ts'
import { enterMailServerCall } from './mail-server-calls.ts'
import { notifyProblem, publishStatus } from './notify-member.ts'
import type { SendingPorts } from './ports.ts'
import { isLastLookUp, scheduleLookUp } from './schedule.ts'
import { findUnknown, finishFound } from './sent-copy.store.ts'

type Deps = { live: Live; ports: Pick<SendingPorts, 'isInSent'> }

/**
 * Searches Sent for a mail with an unknown outcome, because some servers save what they accept. Its absence proves
 * nothing, so the mail is not sent again; the member is notified instead.
 */
export async function lookUpUnknown(
  { live, ports }: Deps,
  { id, look }: { id: string; look: number },
  { db, signal, log }: JobContext,
) {
  const item = await findUnknown(db, id)
  if (!item) return
  const leave = enterMailServerCall(item.memberId)
  if (!leave) return void (await scheduleLookUp(db, id, look))
  const isInSent = await ports
    .isInSent(db, item.mailboxId, item.messageIdHeader, signal)
    .catch((error) => {
      log.warn({ err: error, id }, 'failed to search the Sent folder')
      return false
    })
    .finally(leave)
  await db.transaction(async (tx) => {
    if (isInSent) {
      const found = await finishFound(tx, id)
      if (!found) return
      publishStatus(tx, live, found, 'done')
      return endDraftsAnsweredBy(tx, live, id)
    }
    await notifyProblem(tx, live, item, 'sending.unknown', 'no_answer')
    if (!isLastLookUp(look)) await scheduleLookUp(tx, id, look + 1)
  })
}
