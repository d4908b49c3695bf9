import type { Db } from '../../platform/db/database.ts'
import { all, sql } from '../../platform/db/sql.ts'
import { touchedAt } from './gone-drafts.store.ts'

/** Waits for a person now. A snoozed draft whose time has come does, whether or not the sweep has passed. */
const isWaiting = (memberId: string) => sql`
  o.member_id = ${memberId} and o.review_status in ('pending', 'snoozed')
  and (o.review_status = 'pending' or o.snooze_until <= now())`

export type WaitingDraft = {
  id: string
  subject: string
  text: string
  workflowId: string | null
  workflowName: string | null
  executionId: string | null
  ownerId: string
  ownerName: string
  messageId: string | null
  reason: string | null
  waitingSince: string
  deadline: string
}
/** The position of an item in the list: its deadline, since when it waits, its id. */
type WaitingAfter = readonly [deadline: string, waitingSince: string, id: string]

export type WaitingPage = {
  order: 'urgent' | 'newest'
  after: WaitingAfter | undefined
  limit: number
}

/** Drafts that wait for the member; each expires `days` after it was last touched. */
export function findWaitingDrafts(
  db: Db,
  memberId: string,
  days: number,
  { order, after, limit }: WaitingPage,
) {
  const life = sql`make_interval(days => ${days}::int)`
  const [key, direction] =
    order === 'urgent'
      ? [sql`${touchedAt}, o.created_at, o.id`, sql`${touchedAt}, o.created_at, o.id`]
      : [sql`o.created_at, o.id`, sql`o.created_at desc, o.id desc`]
  const position = after && {
    urgent: sql`(${key}) > (${after[0]}::timestamptz - ${life}, ${after[1]}::timestamptz, ${after[2]}::uuid)`,
    newest: sql`(${key}) < (${after[1]}::timestamptz, ${after[2]}::uuid)`,
  }
  return db.rows<WaitingDraft>(sql`
    select o.id, o.subject, left(o.body_text, 2000) as text, o.workflow_id as "workflowId",
      o.workflow_name as "workflowName", o.execution_id as "executionId", o.member_id as "ownerId",
      owner.name as "ownerName", o.message_id as "messageId", o.review_reason as reason,
      o.created_at as "waitingSince", ${touchedAt} + ${life} as deadline
    from outgoing_messages o join member_identities owner on owner.id = o.member_id
    where ${all([isWaiting(memberId), ...(position ? [position[order]] : [])])}
    order by ${direction} limit ${limit}`)
}

/** Those that are due soon are found by an index; all others are counted without reading them. */
export const countWaitingDrafts = (db: Db, memberId: string, days: number) =>
  db.row<{ waiting: number; dueSoon: number }>(sql`
    select (select count(*) from outgoing_messages o where ${isWaiting(memberId)}) as waiting,
      (select count(*) from outgoing_messages o
        where ${isWaiting(memberId)} and ${touchedAt} <= now() + interval '24 hours' - make_interval(days => ${days}::int)
      ) as "dueSoon"`)
