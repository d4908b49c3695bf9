import type { Db } from '../../platform/db/database.ts'
import type { ImapAccount } from '../../protocols/imap/imap.ts'
import type { SmtpAccount } from '../../protocols/smtp/account.ts'
import type { IngestionScope } from './ingestion/in-scope.ts'
import type { Dispatch, IsOwnLoop } from './mirror/ingest.ts'

/** What a mailbox means in other slices. The composition root supplies it, so that mailboxes imports none of them. */
export type MailboxPorts = {
  /** Keeps the member from being suspended until the transaction ends; false when it is no active one. */
  lockMember(db: Db, memberId: string): Promise<boolean>
  /** Takes the mailbox from the workflows that it starts or that send with it; tells how many were published. */
  disarmWorkflows(db: Db, memberId: string, mailboxId: string): Promise<number>
  workflowsUsing(
    db: Db,
    memberId: string,
    mailboxId: string,
  ): Promise<{ id: string; name: string; link: 'trigger' | 'sender' }[]>
  countPendingExecutions(db: Db, mailboxId: string): Promise<number>
}

/** What the mirror needs of other slices to decide about new mail. */
export type IngestionPorts = {
  /** Which senders' mail may start workflows; undefined where nothing was set. */
  findScopes(
    db: Db,
    memberId: string,
  ): Promise<{ organisation: IngestionScope | undefined; member: IngestionScope | undefined }>
  dispatch: Dispatch
  isOwnLoop: IsOwnLoop
}

/** Signs in to a server and leaves again; throws a fault with a `kind` when that does not work. */
export type Probe = {
  imap(account: ImapAccount): Promise<unknown>
  smtp(account: SmtpAccount): Promise<unknown>
}
