export { createAudit } from './audit.slice.ts'
export type { AuditRecord } from './audit.store.ts'
export { actorOf, recordEntry } from './record-entry.ts'
