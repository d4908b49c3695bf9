import type { Report, ReportBody, Transcript } from '@mailwright/contract/analyzer'
import type { Static } from '@mailwright/contract/schema'
import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

export type Body = Static<typeof ReportBody>
type Days = Static<typeof Report>['options']['windowDays']

export type ReportRow = {
  id: string
  mailboxId: string
  memberId: string
  status: Static<typeof Report>['status']
  windowChoice: Days | null
  volumeChoice: number | null
  body: Body | null
  transcripts: Static<typeof Transcript>[]
  createdAt: string
  generatedAt: string | null
}

const head = sql`
  id, mailbox_id as "mailboxId", member_id as "memberId", status, window_choice as "windowChoice",
  volume_choice as "volumeChoice", created_at as "createdAt", generated_at as "generatedAt"`

export type NewReport = {
  id: string
  mailboxId: string
  memberId: string
  windowChoice: Days | null
  volumeChoice: number | null
  force: boolean
}

type Head = Omit<ReportRow, 'body' | 'transcripts'>

/**
 * Today's report or the one in progress; otherwise a new one. Undefined when another request has just inserted one: the
 * next call finds it.
 */
export const findOrInsertReport = (db: Db, r: NewReport) =>
  db.row<Head & { reused: boolean }>(sql`
    with known as (
      select * from analyzer_reports where mailbox_id = ${r.mailboxId}
        and (status in ('pending', 'running')
          or (status = 'done' and not ${r.force}::boolean and day = (now() at time zone 'UTC')::date))
      order by created_at desc, id desc limit 1
    ), added as (
      insert into analyzer_reports (id, mailbox_id, member_id, window_choice, volume_choice, forced, day)
      select ${r.id}, ${r.mailboxId}, ${r.memberId}, ${r.windowChoice}, ${r.volumeChoice}, ${r.force},
        (now() at time zone 'UTC')::date
      where not exists (select from known) on conflict do nothing returning *
    )
    select ${head}, true as reused from known union all select ${head}, false from added`)

export const findLatestReport = (db: Db, mailboxId: string) =>
  db.row<ReportRow>(sql`
    select ${head}, body, transcripts from analyzer_reports where mailbox_id = ${mailboxId}
    order by created_at desc, id desc limit 1`)

/** Undefined when the report is finished or gone. */
export const startReport = (db: Db, id: string) =>
  db.row<Head>(sql`
    update analyzer_reports set status = 'running' where id = ${id} and status in ('pending', 'running')
    returning ${head}`)

export const finishReport = async (db: Db, id: string, body: Body, transcripts: ReportRow['transcripts']) =>
  (await db.run(sql`
    update analyzer_reports set status = 'done', body = ${JSON.stringify(body)},
      transcripts = ${JSON.stringify(transcripts)}, generated_at = now()
    where id = ${id} and status = 'running'`)) > 0

export const failReport = async (db: Db, id: string) =>
  (await db.run(sql`
    update analyzer_reports set status = 'failed' where id = ${id} and status in ('pending', 'running')`)) > 0

export const lockLatestReport = (db: Db, mailboxId: string) =>
  db.row<ReportRow>(sql`
    select ${head}, body, transcripts from analyzer_reports where mailbox_id = ${mailboxId} and status = 'done'
    order by created_at desc, id desc limit 1 for no key update`)

export const replaceBody = (db: Db, id: string, body: Body) =>
  db.run(sql`update analyzer_reports set body = ${JSON.stringify(body)} where id = ${id}`)

export const insertRejection = (db: Db, mailboxId: string, key: string) =>
  db.run(sql`
    insert into analyzer_rejections (mailbox_id, group_key) values (${mailboxId}, ${key}) on conflict do nothing`)

export const findRejections = async (db: Db, mailboxId: string) =>
  new Set(
    (
      await db.rows<{ key: string }>(sql`
        select group_key as key from analyzer_rejections where mailbox_id = ${mailboxId}`)
    ).map(({ key }) => key),
  )

type JournalCounts = {
  received30d: number
  excluded30d: number
  unmatched30d: number
  dispatched30d: number
}
/** What the journal says about the mail of the 30 days before. */
export const countJournal = async (db: Db, mailboxId: string, until: Date): Promise<JournalCounts> =>
  (await db.row<JournalCounts>(sql`
    select count(*) as "received30d",
      count(*) filter (where outcome in ('excluded_org', 'excluded_member')) as "excluded30d",
      count(*) filter (where outcome = 'unmatched') as "unmatched30d",
      count(*) filter (where outcome = 'dispatched') as "dispatched30d"
    from journal_outcomes where mailbox_id = ${mailboxId} and created_at <= ${until.toISOString()}
      and created_at > ${until.toISOString()}::timestamptz - interval '720 hours'`)) ?? {
    received30d: 0,
    excluded30d: 0,
    unmatched30d: 0,
    dispatched30d: 0,
  }

/** Reports whose job was given up: a new one may be asked for. */
export const failLostReports = (db: Db) =>
  db.rows<Pick<ReportRow, 'id' | 'mailboxId' | 'memberId'>>(sql`
    update analyzer_reports set status = 'failed'
    where status in ('pending', 'running') and created_at < now() - interval '1 hour'
    returning id, mailbox_id as "mailboxId", member_id as "memberId"`)

/** Keeps the latest report of each mailbox. */
export const purgeReports = (db: Db, batch: number) =>
  db.run(sql`
    delete from analyzer_reports where id in (
      select r.id from analyzer_reports r where r.created_at < now() - interval '90 days'
        and exists (select from analyzer_reports n where n.mailbox_id = r.mailbox_id
          and (n.created_at, n.id) > (r.created_at, r.id))
      limit ${batch})`)
