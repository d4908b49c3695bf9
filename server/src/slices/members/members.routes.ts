import { members } from '@mailwright/contract/members'
import type { Config } from '../../platform/config/read-config.ts'
import { implement } from '../../platform/http/call.ts'
import type { Origin } from '../../platform/http/headers.ts'
import type { Live } from '../../platform/live/live.ts'
import { changeRole } from './change-role.ts'
import { deactivateMember } from './deactivate-member.ts'
import { describeMembers } from './describe-members.ts'
import { findInvitations } from './invitations.store.ts'
import { inviteMember } from './invite-member.ts'
import { findMembers } from './members.store.ts'
import { findOrganisationScope } from './organisation-scope.store.ts'
import type { MemberPorts } from './ports.ts'
import { reactivateMember } from './reactivate-member.ts'
import { replaceOrganisationScope } from './replace-organisation-scope.ts'
import { withdrawInvitation } from './withdraw-invitation.ts'

export type MemberDeps = {
  config: Pick<Config, 'invitationDays'>
  origin: Origin
  live: Live
  ports: MemberPorts
}

export const memberRoutes = ({ config, origin, live, ports }: MemberDeps) =>
  implement(members, {
    list: async ({ db }) => ({ members: await describeMembers(db, ports, await findMembers(db)) }),
    changeRole: async (call) =>
      changeRole(await call.transaction(), { live, ports }, call, call.params.id, call.body.role),
    deactivate: async (call) => deactivateMember(await call.transaction(), ports, call, call.params.id),
    reactivate: async (call) =>
      reactivateMember(await call.transaction(), { live, ports }, call, call.params.id),
    listInvitations: async ({ db }) => ({ invitations: await findInvitations(db) }),
    invite: async (call) =>
      inviteMember(await call.transaction(), { origin, days: config.invitationDays }, call),
    withdrawInvitation: async (call) => withdrawInvitation(await call.transaction(), call, call.params.id),
    readScope: async ({ db }) => ({ scope: await findOrganisationScope(db) }),
    replaceScope: async (call) => replaceOrganisationScope(await call.transaction(), call, call.body),
  })
