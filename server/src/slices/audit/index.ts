export { createAudit } from './audit.slice.ts'
export { type AuditRecord, purgeEntries } from './audit.store.ts'
export { actorOf, recordEntry } from './record-entry.ts'
