export { createAudit } from './audit.slice.ts'
export { type AuditRecord, actorOf, recordEntry } from './record-entry.ts'
