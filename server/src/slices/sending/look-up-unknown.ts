import type { JobContext } from '../../platform/jobs/define-job.ts'
import type { Live } from '../../platform/live/live.ts'
import type { SendingPorts } from './ports.ts'
import { isLastLookUp, scheduleLookUp } from './schedule.ts'
import { findUnknown, finishFound } from './sent-copy.store.ts'
import { publishStatus, notifyProblem } from './notify-member.ts'

type Deps = { live: Live; ports: Pick<SendingPorts, 'isInSent'> }

/**
 * Whether a mail of which nobody knows lies in Sent: servers that save what they take put it there. That it does
 * not lie there says nothing, so it is never sent again from here; the member is told.
 */
export async function lookUpUnknown(
  { live, ports }: Deps,
  { id, look }: { id: string; look: number },
  { db, signal, log }: JobContext,
) {
  const item = await findUnknown(db, id)
  if (!item) return
  const isThere = await ports.isInSent(db, item.mailboxId, item.messageIdHeader, signal).catch((error) => {
    log.warn({ err: error, id }, 'Sent could not be searched')
    return false
  })
  await db.transaction(async (tx) => {
    if (isThere) {
      const found = await finishFound(tx, id)
      if (found) publishStatus(tx, live, found, 'done')
      return
    }
    await notifyProblem(tx, live, item, 'sending.unknown', 'no_answer')
    if (!isLastLookUp(look)) await scheduleLookUp(tx, id, look + 1)
  })
}
