import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import type { Live } from '../../platform/live/live.ts'
import { actorOf, recordEntry } from '../audit/index.ts'
import { notify } from '../notifications/index.ts'
import { describeMember } from './describe-members.ts'
import { findForChange, lockAdministrator, lockAdministrators, setStatus } from './members.store.ts'
import type { MemberPorts } from './ports.ts'

type Call = { caller: Caller; ip: string }

type Deps = { live: Live; ports: MemberPorts }

/** Restores the member only: mailboxes stay disconnected, workflows unpublished, runs cancelled and mail held. */
export async function reactivateMember(db: Db, { live, ports }: Deps, call: Call, id: string) {
  await lockAdministrators(db)
  if (!(await lockAdministrator(db, call.caller.memberId))) throw fault('auth.forbidden')
  const found = await findForChange(db, id)
  if (!found) throw fault('governance.not_found')
  const { othersRemain: _, ...before } = found
  if (before.status === 'active') return { member: await describeMember(db, ports, before) }
  const after = await setStatus(db, before.id, 'active')
  if (!after) throw fault('governance.not_found')
  await recordEntry(db, {
    ...actorOf(call),
    action: 'member.reactivated',
    targetKind: 'member',
    targetId: before.id,
  })
  await notify(db, live, {
    memberId: before.id,
    kind: 'member.reactivated',
    severity: 'info',
    params: {},
    link: '/mailboxes',
  })
  return { member: await describeMember(db, ports, after) }
}
