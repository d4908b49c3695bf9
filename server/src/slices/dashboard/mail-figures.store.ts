import { sql } from '../../platform/db/sql.ts'
import { bucketOf, countedUntil, type Filter, rowsOf } from './figures.store.ts'
import { isoTime } from './iso-time.ts'
import { mailEvents } from './roll-up.store.ts'

type Range = { from: number; to: number; bounds: number[] }

/** Journal entries that are not counted yet. */
export const selectNewEntries = (filter: Filter, { from, to, bounds }: Range) => sql`
    select e.outcome as measure, ${bucketOf(sql`e.at`, bounds)} as bucket, count(*) as n
    from (select j.*, j.created_at as at from journal_outcomes j) e
    where e.at >= greatest(${countedUntil('journal')}, ${isoTime(from)}) and e.at < ${isoTime(to)}
      and ${rowsOf({ memberId: filter.memberId, workflowId: null, mailboxId: filter.mailboxId })}
    group by 1, 2`

/** Drafts and mails of workflows that are not counted yet. */
export const selectNewMails = (filter: Filter, { from, to, bounds }: Range) => sql`
    select e.measure, ${bucketOf(sql`e.at`, bounds)} as bucket, count(*) as n
    from (${mailEvents(sql`m.recorded_at >= ${countedUntil('mail')}`)}) e
    where e.at >= ${isoTime(from)} and e.at < ${isoTime(to)} and ${rowsOf(filter)}
    group by 1, 2`
