import type { JobContext } from '../../platform/jobs/define-job.ts'
import { enterMailServerCall, putOffMs } from './mail-server-calls.ts'
import type { SendingPorts } from './ports.ts'
import { scheduleCopy } from './schedule.ts'
import { findMissingCopy, settleCopy } from './sent-copy.store.ts'
import { withBcc } from './with-bcc.ts'

type Deps = { ports: Pick<SendingPorts, 'findMailbox' | 'isInSent' | 'saveInSent'> }

/** Gmail and Outlook save sent mail themselves, with a delay. */
const selfSavingProviders = new Set(['google', 'microsoft'])
const searchDelaysMs = [30_000, 120_000]

/** Appends a copy to Sent, unless it is already there. A retry finds the copy of an earlier attempt. */
export async function saveSentCopy(
  { ports }: Deps,
  { id, look }: { id: string; look: number },
  { db, signal, log, lastAttempt }: JobContext,
) {
  const copy = await findMissingCopy(db, id)
  if (!copy) return
  const { mailboxId, memberId, messageIdHeader } = copy
  const leave = enterMailServerCall(memberId)
  if (!leave) return void (await scheduleCopy(db, id, look, putOffMs()))
  try {
    const mailbox = await ports.findMailbox(db, memberId, mailboxId)
    if (!mailbox) return void (await settleCopy(db, id, 'failed'))
    const wait = selfSavingProviders.has(mailbox.provider) ? searchDelaysMs[look] : undefined
    if (look === 0 && wait !== undefined) return void (await scheduleCopy(db, id, 1, wait))
    if (await ports.isInSent(db, mailboxId, messageIdHeader, signal))
      return void (await settleCopy(db, id, 'found'))
    if (wait !== undefined) return void (await scheduleCopy(db, id, look + 1, wait))
    await ports.saveInSent(db, mailboxId, withBcc(copy.source, copy.bcc), signal)
    await settleCopy(db, id, 'saved')
  } catch (error) {
    if (!lastAttempt) throw error
    log.error({ err: error, id }, 'failed to save a copy in Sent')
    await settleCopy(db, id, 'failed')
  } finally {
    leave()
  }
}
