export { createApprovals } from './approvals.slice.ts'
export type { ApprovalPorts, Question } from './ports.ts'
