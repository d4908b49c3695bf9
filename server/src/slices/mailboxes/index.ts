export type { Grant, MailServers } from './account.ts'
export { createAttachmentFetcher } from './fetch-attachment.ts'
export { findSyncRequest } from './health.store.ts'
export { fence, LeaseLost } from './lease/fence.ts'
export { type LeasedMailbox, wakeOwner } from './lease/lease.store.ts'
export { createLeases, type LeaseDeps, type Leases } from './lease/leases.ts'
export { createMailboxes, mailboxesOfMembers, mailboxJobs } from './mailboxes.slice.ts'
export { createMirror } from './mirror/mirror.ts'
export { serveOps } from './mirror/serve-ops.ts'
export { serveResync } from './mirror/serve-resync.ts'
export { type MailboxFault, noteError } from './note-error.ts'
export { noteRecovered, noteSynced } from './note-synced.ts'
export { grantsOf } from './oauth/grants.ts'
export { purgeSignIns } from './oauth/oauth.store.ts'
export { type Providers, providersOf } from './oauth/providers.ts'
export {
  AccountClosed,
  type AccountDeps,
  type Accounts,
  createAccounts,
  type OpenAccount,
} from './open-account.ts'
export {
  findAllAddresses,
  findConnectedIds,
  findOAuthAccounts,
  findOwnMailboxes,
  holdMailboxes,
  mailboxBelongsTo,
  type OwnMailbox,
} from './own-mailboxes.store.ts'
export { type MailboxPorts, noWorkflowsOfMailboxes, type Probe } from './ports.ts'
export { createProbe } from './probe.ts'
export { findResync, finishResync, purgeResyncs } from './requests.store.ts'
export { mailboxCron } from './sweep-stalls.ts'
export { tellRefusal } from './tell-refusal.ts'
