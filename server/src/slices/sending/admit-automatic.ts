import type { Db } from '../../platform/db/database.ts'
import { takeFromWindow } from '../../platform/http/address-limits.store.ts'
import { hasAutomaticReply } from './automatic.store.ts'

// What keeps a program from answering programs, and from flooding people. Over a bound a mail is not lost and not
// sent: it waits for a person.

/** What is answered, as far as it matters for whether a program may answer it. */
export type RepliedMessage = {
  id: string
  threadId: string | null
  isAutomatic: boolean
  isNoReply: boolean
  /** Our own address stands in To or Cc. */
  isForUs: boolean
}

export type AutomaticMail = {
  memberId: string
  mailboxId: string
  to: string[]
  answered: RepliedMessage | undefined
}

export type AutomaticLimits = {
  perRecipientDay: number
  perThreadDay: number
  perMailboxHour: number
  perInstanceHour: number
}

const day = 86_400
const hour = 3_600

/** Why it has to wait for a person; undefined: it may leave. */
export async function admitAutomatic(
  db: Db,
  mail: AutomaticMail,
  limits: AutomaticLimits,
): Promise<string | undefined> {
  const { answered } = mail
  if (answered?.isAutomatic) return 'not_written_by_a_person'
  if (answered?.isNoReply) return 'sender_reads_no_answer'
  if (answered && !answered.isForUs) return 'not_addressed_to_us'
  if (answered && (await hasAutomaticReply(db, mail.memberId, answered.id))) return 'already_answered'
  const takes: [string, number, number, string][] = [
    ...new Set(mail.to.map((address) => address.toLowerCase())),
  ].map((address) => [`auto:to:${mail.mailboxId}:${address}`, limits.perRecipientDay, day, 'cap_recipient'])
  if (answered?.threadId)
    takes.push([`auto:thread:${answered.threadId}`, limits.perThreadDay, day, 'cap_thread'])
  takes.push([`auto:mailbox:${mail.mailboxId}`, limits.perMailboxHour, hour, 'cap_mailbox'])
  takes.push(['auto:instance', limits.perInstanceHour, hour, 'cap_instance'])
  for (const [bucket, most, seconds, reason] of takes)
    if ((await takeFromWindow(db, bucket, most, seconds)) > 0) return reason
  return undefined
}
