export { createApprovals } from './approvals.slice.ts'
export { writePersonalMail } from './personal-mail.ts'
export type { ApprovalPorts, Question } from './ports.ts'
export {
  countWaitingApprovals,
  findWaitingApprovals,
  type WaitingApproval,
} from './waiting-approvals.store.ts'
