export { createMember } from './create-member.ts'
export { consumeInvitation, findInvitationByToken } from './invitations.store.ts'
export {
  findPasswordByEmail,
  findPasswordById,
  type MemberSelfRow,
  membersExist,
  setPassword,
} from './members.store.ts'
