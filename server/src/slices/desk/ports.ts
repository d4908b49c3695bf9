import type { Db } from '../../platform/db/database.ts'

type DigestMail = {
  memberId: string
  mailboxId: string
  to: string
  subject: string
  bodyText: string
  bodyHtml: string
  /** The same for all digests of one day: the outbox takes one of them. */
  clientToken: string
}

/** What the desk needs of other slices, bound in composition. */
export type DeskPorts = {
  findMember(
    db: Db,
    memberId: string,
  ): Promise<{ email: string; name: string; locale: 'en' | 'fr' } | undefined>
  /** An active mailbox of the member. */
  findMailbox(db: Db, memberId: string, preferredId: string | null): Promise<string | undefined>
  /** Queues the mail, or returns when the mailbox may send again. */
  sendDigest(db: Db, mail: DigestMail): Promise<'taken' | 'refused' | { retryAfterMs: number }>
}
