export type { Grant } from './account.ts'
export { findSyncRequest } from './health.store.ts'
export { wakeOwner } from './lease/lease.store.ts'
export { createMailboxes, type MailClients } from './mailboxes.slice.ts'
export { noteError } from './note-error.ts'
export { noteRecovered, noteSynced } from './note-synced.ts'
export { AccountClosed, createAccounts } from './open-account.ts'
export {
  findAllAddresses,
  findConnectedIds,
  findOAuthAccounts,
  findOwnMailboxes,
  holdMailboxes,
} from './own-mailboxes.store.ts'
export { createProbe } from './probe.ts'
export { findResync, finishResync } from './requests.store.ts'
