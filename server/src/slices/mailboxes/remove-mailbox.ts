import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { actorOf, recordEntry } from '../audit/index.ts'
import { notify } from '../notifications/index.ts'
import { type DisconnectDeps, shutDown } from './disconnect-mailbox.ts'
import { eraseMailbox } from './erase-mailbox.ts'
import { lockMailbox, orphanMailbox } from './mailboxes.store.ts'

/** Hides the mailbox at once; a background job deletes its contents, which may be a million rows. */
export async function removeMailbox(
  db: Db,
  deps: DisconnectDeps,
  call: { caller: Caller; ip: string },
  mailboxId: string,
) {
  const { memberId } = call.caller
  const mailbox = await lockMailbox(db, memberId, mailboxId)
  if (!mailbox) throw fault('mailbox.not_found')
  const { id, address, provider } = mailbox
  const { disarmedWorkflows } = await shutDown(db, deps, mailbox)
  await orphanMailbox(db, id)
  await deps.ports.onRemoved(db, id)
  await addJob(db, eraseMailbox, { mailboxId: id })
  await notify(db, deps.live, {
    memberId,
    kind: 'mailbox.removed',
    severity: 'warning',
    params: { mailboxId: id, address, mode: 'deleted', unpublishedWorkflows: disarmedWorkflows },
    link: '/mailboxes',
  })
  await recordEntry(db, {
    ...actorOf(call),
    action: 'mailbox.deleted',
    targetKind: 'mailbox',
    targetId: id,
    details: { address, provider },
  })
  deps.live.publish(db, { memberId, type: 'mailbox.updated', data: { mailboxId: id, deleted: true } })
}
