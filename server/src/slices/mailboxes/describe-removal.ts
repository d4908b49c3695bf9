import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { countMailboxMessages } from '../messages/index.ts'
import { findMailbox } from './mailboxes.store.ts'
import type { MailboxPorts } from './ports.ts'

export async function describeRemoval(db: Db, ports: MailboxPorts, { memberId }: Caller, id: string) {
  const mailbox = await findMailbox(db, memberId, id)
  if (!mailbox) throw fault('mailbox.not_found')
  const [messages, pendingExecutions, workflows] = await Promise.all([
    countMailboxMessages(db, mailbox.id),
    ports.countPendingExecutions(db, mailbox.id),
    ports.workflowsUsing(db, memberId, mailbox.id),
  ])
  return { mailboxId: mailbox.id, address: mailbox.address, messages, pendingExecutions, workflows }
}
