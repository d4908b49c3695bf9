import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { actorOf, recordEntry } from '../audit/index.ts'
import { describeMember } from './describe-members.ts'
import { findForChange, lockAdministrators, setStatus } from './members.store.ts'
import type { MemberPorts } from './ports.ts'

type Call = { caller: Caller; ip: string }
const nothing = { sessionsRevoked: 0, mailboxesPaused: 0, workflowsUnpublished: 0 }

/** Their keys are kept: they are refused while the member is suspended. */
export async function deactivateMember(db: Db, ports: MemberPorts, call: Call, id: string) {
  await lockAdministrators(db)
  const found = await findForChange(db, id)
  if (!found) throw fault('governance.not_found')
  const { othersRemain, ...before } = found
  // By the stored id: the one in the address may be written in capitals.
  if (before.id === call.caller.memberId) throw fault('governance.self_target')
  if (before.status === 'suspended')
    return { member: await describeMember(db, ports, before), effects: nothing }
  if (before.role === 'admin' && !othersRemain) throw fault('governance.last_admin')
  // The status first: who signs in meanwhile waits for it, and no session is missed below.
  const after = await setStatus(db, before.id, 'suspended')
  if (!after) throw fault('governance.not_found')
  // Counted first: those that a mailbox starts are withdrawn with it.
  const published = await ports.countPublishedWorkflows(db, [before.id])
  const effects = {
    sessionsRevoked: await ports.endSessions(db, before.id),
    mailboxesPaused: await ports.pauseMailboxes(db, before.id),
    workflowsUnpublished: published.get(before.id) ?? 0,
  }
  await ports.unpublishWorkflows(db, before.id)
  ports.closeChannels(db, before.id)
  await recordEntry(db, {
    ...actorOf(call),
    action: 'member.deactivated',
    targetKind: 'member',
    targetId: before.id,
    details: { effects },
  })
  return { member: await describeMember(db, ports, after), effects }
}
