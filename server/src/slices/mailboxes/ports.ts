import type { Db } from '../../platform/db/database.ts'
import type { ImapAccount } from '../../protocols/imap/imap.ts'
import type { SmtpAccount } from '../../protocols/smtp/account.ts'
import type { IngestionScope } from './ingestion/in-scope.ts'
import type { Dispatch, IsOwnLoop, OnOwnMail } from './mirror/ingest.ts'
import type { Baseline } from './mirror/read-baseline.ts'

/** What mailboxes need from other slices; supplied by the composition root. */
export type MailboxPorts = {
  /** Prevents the member from being suspended until the transaction ends; false when the member is not active. */
  lockMember(db: Db, memberId: string): Promise<boolean>
  /** Detaches the mailbox from workflows that use it as trigger or sender; returns how many were published. */
  disarmWorkflows(db: Db, memberId: string, mailboxId: string): Promise<number>
  workflowsUsing(
    db: Db,
    memberId: string,
    mailboxId: string,
  ): Promise<{ id: string; name: string; link: 'trigger' | 'sender' }[]>
  countPendingExecutions(db: Db, mailboxId: string): Promise<number>
  /** Told that a mailbox is being deleted with all that belongs to it. */
  onRemoved(db: Db, mailboxId: string): Promise<void>
}

/** What the mirror needs from other slices to decide about new mail. */
export type IngestionPorts = {
  /** The senders whose mail may start workflows; undefined where nothing is configured. */
  findScopes(
    db: Db,
    memberId: string,
  ): Promise<{ organisation: IngestionScope | undefined; member: IngestionScope | undefined }>
  dispatch: Dispatch
  /** The same for bounces, which start nothing else. */
  dispatchBounces: Dispatch
  isOwnLoop: IsOwnLoop
  onOwnMail: OnOwnMail
  /** Told of the messages that were deleted for good, in the transaction that removes them. */
  onDeleted(db: Db, messageIds: string[]): Promise<void>
}

/** Signs in to a server and disconnects; throws an error with a `kind` on failure. */
export type Probe = {
  /** Returns where new mail begins; undefined where the server does not say. */
  imap(account: ImapAccount): Promise<Baseline | undefined>
  smtp(account: SmtpAccount): Promise<unknown>
}
