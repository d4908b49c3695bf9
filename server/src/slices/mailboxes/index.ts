export type { Grant } from './account.ts'
export { createAttachmentFetcher } from './fetch-attachment.ts'
export { findSyncRequest } from './health.store.ts'

export { wakeOwner } from './lease/lease.store.ts'

export { createMailboxes, mailboxesOfMembers, mailboxJobs } from './mailboxes.slice.ts'
export { createMirror } from './mirror/mirror.ts'
export { serveOps } from './mirror/serve-ops.ts'
export { serveResync } from './mirror/serve-resync.ts'
export { noteError } from './note-error.ts'
export { noteRecovered, noteSynced } from './note-synced.ts'
export { grantsOf } from './oauth/grants.ts'
export { purgeSignIns } from './oauth/oauth.store.ts'
export { providersOf } from './oauth/providers.ts'
export {
  AccountClosed,
  createAccounts,
} from './open-account.ts'
export {
  findAllAddresses,
  findConnectedIds,
  findOAuthAccounts,
  findOwnMailboxes,
  holdMailboxes,
} from './own-mailboxes.store.ts'
export type { Probe } from './ports.ts'
export { createProbe } from './probe.ts'
export { findResync, finishResync, purgeResyncs } from './requests.store.ts'
export { mailboxCron } from './sweep-stalls.ts'
export { tellRefusal } from './tell-refusal.ts'
