import type { Db } from '../../platform/db/database.ts'
import type { ImapAccount } from '../../protocols/imap/imap.ts'
import type { SmtpAccount } from '../../protocols/smtp/account.ts'

/** What a mailbox means in other slices. The composition root supplies it, so that mailboxes imports none of them. */
export type MailboxPorts = {
  /** Keeps the member from being suspended until the transaction ends; false when it is no active one. */
  holdMember(db: Db, memberId: string): Promise<boolean>
  /** Takes the mailbox from the workflows that it starts or that send with it; tells how many were published. */
  disarmWorkflows(db: Db, memberId: string, mailboxId: string): Promise<number>
  workflowsUsing(
    db: Db,
    memberId: string,
    mailboxId: string,
  ): Promise<{ id: string; name: string; link: 'trigger' | 'sender' }[]>
  countPendingExecutions(db: Db, mailboxId: string): Promise<number>
}

/** Signs in to a server and leaves again; throws a fault with a `kind` when that does not work. */
export type Probe = {
  imap(account: ImapAccount): Promise<unknown>
  smtp(account: SmtpAccount): Promise<unknown>
}
