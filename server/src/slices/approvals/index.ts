export { createApprovals } from './approvals.slice.ts'
export type { ApprovalMail, ApprovalPorts, AskingStep, Question } from './ports.ts'
