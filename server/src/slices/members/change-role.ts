import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { actorOf, recordEntry } from '../audit/index.ts'
import { describeMember } from './describe-members.ts'
import { findForChange, lockAdministrators, type Role, setRole } from './members.store.ts'
import type { MemberPorts } from './ports.ts'

type Call = { caller: Caller; ip: string }

export async function changeRole(db: Db, ports: MemberPorts, call: Call, id: string, role: Role) {
  await lockAdministrators(db)
  const found = await findForChange(db, id)
  if (!found) throw fault('governance.not_found')
  const { othersRemain, ...before } = found
  if (before.role === role) return { member: await describeMember(db, ports, before) }
  if (before.role === 'admin' && before.status === 'active' && !othersRemain)
    throw fault('governance.last_admin')
  const after = await setRole(db, before.id, role)
  if (!after) throw fault('governance.not_found')
  ports.closeChannels(db, before.id)
  await recordEntry(db, {
    ...actorOf(call),
    action: 'member.role_changed',
    targetKind: 'member',
    targetId: before.id,
    details: { from: before.role, to: role },
  })
  return { member: await describeMember(db, ports, after) }
}
