import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { actorOf, recordEntry } from '../audit/index.ts'
import { describeMember } from './describe-members.ts'
import { findForChange, lockAdministrator, lockAdministrators, setStatus } from './members.store.ts'
import type { MemberPorts } from './ports.ts'
import { withdrawInvitationsBy } from './withdraw-invitation.ts'

type Call = { caller: Caller; ip: string }
const noEffects = { sessionsRevoked: 0, mailboxesPaused: 0, workflowsUnpublished: 0 }

/**
 * Ends everything that runs for the member, in one transaction. What starts meanwhile is stopped where it acts: claims,
 * fences and deliveries check the member. API keys are kept; they are rejected while the member is suspended.
 */
export async function deactivateMember(db: Db, ports: MemberPorts, call: Call, id: string) {
  await lockAdministrators(db)
  const found = await findForChange(db, id)
  if (!found) throw fault('governance.not_found')
  const { othersRemain, ...before } = found
  // Compare the stored id: the one in the path may be in upper case.
  if (before.id === call.caller.memberId) throw fault('governance.self_target')
  // Only a caller who lost the role since the request was authenticated can name the last administrator.
  if (before.role === 'admin' && before.status === 'active' && !othersRemain)
    throw fault('governance.last_admin')
  if (!(await lockAdministrator(db, call.caller.memberId))) throw fault('auth.forbidden')
  if (before.status === 'suspended')
    return { member: await describeMember(db, ports, before), effects: noEffects }
  // Set the status first: a concurrent sign-in waits for it, so no session is missed below.
  const after = await setStatus(db, before.id, 'suspended')
  if (!after) throw fault('governance.not_found')
  // Before mailboxes are locked: the step of a run locks its run first and a mailbox second.
  const executionsCancelled = await ports.cancelExecutions(db, before.id)
  // Count first: pausing a mailbox unpublishes the workflows that it triggers.
  const published = await ports.countPublishedWorkflows(db, [before.id])
  const effects = {
    sessionsRevoked: await ports.endSessions(db, before.id),
    mailboxesPaused: await ports.pauseMailboxes(db, before.id),
    workflowsUnpublished: published.get(before.id) ?? 0,
  }
  await ports.unpublishWorkflows(db, before.id)
  const ended = {
    executionsCancelled,
    mailHeld: await ports.holdMail(db, before.id),
    invitationsWithdrawn: await withdrawInvitationsBy(db, call, before.id, 'inviter_suspended'),
    approvalsReassigned: await ports.reassignApprovals(db),
  }
  ports.closeChannels(db, before.id)
  await recordEntry(db, {
    ...actorOf(call),
    action: 'member.deactivated',
    targetKind: 'member',
    targetId: before.id,
    details: { effects, ended },
  })
  return { member: await describeMember(db, ports, after), effects }
}
