import type { Db } from '../../platform/db/database.ts'
import { takeFromWindow } from '../../platform/http/address-limits.store.ts'
import { hasAutomaticReply } from './automatic.store.ts'

// Prevents mail loops between programs and flooding of people. A mail over a limit is neither lost nor sent: it waits
// for review by a person.

/** The properties of the original message that decide whether it may be answered automatically. */
type RepliedMessage = {
  id: string
  threadId: string | null
  isAutomatic: boolean
  isNoReply: boolean
  /** The mailbox address is in To or Cc. */
  isForUs: boolean
}

export type AutomaticMail = {
  memberId: string
  mailboxId: string
  to: string[]
  repliedTo: RepliedMessage | undefined
}

export type AutomaticLimits = {
  perRecipientDay: number
  perThreadDay: number
  perMailboxHour: number
  perInstanceHour: number
}

const daySeconds = 86_400
const hourSeconds = 3_600

/** Returns the reason why the mail needs review, or undefined when it may be sent. */
export async function admitAutomatic(
  db: Db,
  mail: AutomaticMail,
  limits: AutomaticLimits,
): Promise<string | undefined> {
  const { repliedTo } = mail
  if (repliedTo?.isAutomatic) return 'not_written_by_a_person'
  if (repliedTo?.isNoReply) return 'sender_reads_no_answer'
  if (repliedTo && !repliedTo.isForUs) return 'not_addressed_to_us'
  if (repliedTo && (await hasAutomaticReply(db, mail.memberId, repliedTo.id))) return 'already_answered'
  const windows: [string, number, number, string][] = [
    ...new Set(mail.to.map((address) => address.toLowerCase())),
  ].map((address) => [
    `auto:to:${mail.mailboxId}:${address}`,
    limits.perRecipientDay,
    daySeconds,
    'cap_recipient',
  ])
  if (repliedTo?.threadId)
    windows.push([`auto:thread:${repliedTo.threadId}`, limits.perThreadDay, daySeconds, 'cap_thread'])
  windows.push([`auto:mailbox:${mail.mailboxId}`, limits.perMailboxHour, hourSeconds, 'cap_mailbox'])
  windows.push(['auto:instance', limits.perInstanceHour, hourSeconds, 'cap_instance'])
  for (const [bucket, limit, seconds, reason] of windows)
    if ((await takeFromWindow(db, bucket, limit, seconds)) > 0) return reason
  return undefined
}
