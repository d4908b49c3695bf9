import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import type { Live } from '../../platform/live/live.ts'
import { actorOf, recordEntry } from '../audit/index.ts'
import { notify } from '../notifications/index.ts'
import { describeMember } from './describe-members.ts'
import { findForChange, lockAdministrator, lockAdministrators, type Role, setRole } from './members.store.ts'
import type { MemberPorts } from './ports.ts'
import { withdrawInvitationsBy } from './withdraw-invitation.ts'

type Call = { caller: Caller; ip: string }

/** Ends what only an administrator may have. */
const endAdministration = async (db: Db, ports: MemberPorts, call: Call, id: string) => ({
  invitationsWithdrawn: await withdrawInvitationsBy(db, call, id, 'inviter_demoted'),
  keysNarrowed: await ports.dropAdminScopes(db, id),
  approvalsReassigned: await ports.reassignApprovals(db),
})

type Deps = { live: Live; ports: MemberPorts }

export async function changeRole(db: Db, { live, ports }: Deps, call: Call, id: string, role: Role) {
  await lockAdministrators(db)
  if (!(await lockAdministrator(db, call.caller.memberId))) throw fault('auth.forbidden')
  const found = await findForChange(db, id)
  if (!found) throw fault('governance.not_found')
  const { othersRemain, ...before } = found
  if (before.role === role) return { member: await describeMember(db, ports, before) }
  if (before.role === 'admin' && before.status === 'active' && !othersRemain)
    throw fault('governance.last_admin')
  const after = await setRole(db, before.id, role)
  if (!after) throw fault('governance.not_found')
  ports.closeChannels(db, before.id)
  const ended = role === 'admin' ? {} : { ended: await endAdministration(db, ports, call, before.id) }
  await recordEntry(db, {
    ...actorOf(call),
    action: 'member.role_changed',
    targetKind: 'member',
    targetId: before.id,
    details: { from: before.role, to: role, ...ended },
  })
  await notify(db, live, {
    memberId: before.id,
    kind: 'member.role_changed',
    severity: 'warning',
    params: { from: before.role, to: role },
    link: '/account',
  })
  return { member: await describeMember(db, ports, after) }
}
