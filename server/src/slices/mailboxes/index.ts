export type { Grant } from './account.ts'
export { findSyncRequest } from './health.store.ts'
export { exclusionReason } from './ingestion/in-scope.ts'
export { wakeOwner } from './lease/lease.store.ts'
export { createMailServerCheck } from './mail-servers.ts'
export { createMailboxes, type MailClients } from './mailboxes.slice.ts'
export { setAnalyzed } from './mailboxes.store.ts'
export { AccountClosed, createAccounts } from './open-account.ts'
export {
  findConnectedIds,
  findOAuthAccounts,
  findOwnAddresses,
  findOwnMailboxes,
  lockMailboxesShared,
} from './own-mailboxes.store.ts'
export { createProbe } from './probe.ts'
export { recordError } from './record-error.ts'
export { recordRecovery, recordSync } from './record-sync.ts'
export { findResync, finishResync } from './requests.store.ts'
