export { createMember } from './create-member.ts'
export { consumeInvitation, findInvitationByToken } from './invitations.store.ts'
export { createMembers } from './members.slice.ts'
export { lockActiveMember, membersExist } from './members.store.ts'
export { normaliseEmail } from './normalise-email.ts'
export { normaliseScope } from './normalise-scope.ts'
export { findOrganisationScope } from './organisation-scope.store.ts'
export {
  findPasswordByEmail,
  findPasswordById,
  lockValidPassword,
  replacePassword,
} from './passwords.store.ts'
export {
  findPreferences,
  mergeSettings,
  type ScopeRow,
  setDispatchMode,
  setName,
  setScope,
} from './preferences.store.ts'
