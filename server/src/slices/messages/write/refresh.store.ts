import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { readingOrder } from '../reading-order.store.ts'
import { bulk } from './bulk.store.ts'

// Derived data, so that lists need not count: threads, the folders they are in, and the message counts of folders. All
// of it follows from the messages alone.

const upsertThreads = (db: Db, ids: string[]) =>
  db.run(bulk`
    with m as materialized (
      select thread_id, mailbox_id, received_at, from_name, from_email, subject, snippet, seen, flagged, draft,
        sent, has_attachments, row_number() over (partition by thread_id order by ${readingOrder(sql`m`)}) as nr
      from messages m where thread_id = any (${ids}::uuid[])),
    person as (
      select thread_id, max(nr) as last_nr,
        (array_agg(jsonb_strip_nulls(jsonb_build_object('name', from_name, 'email', from_email))
          order by from_name is null, nr desc))[1] as shown
      from m where from_email is not null group by thread_id, lower(from_email)),
    people as (
      select thread_id, count(*) as count, to_jsonb((array_agg(shown order by last_nr desc))[1:3]) as newest
      from person group by 1),
    summed as (
      select thread_id, (array_agg(mailbox_id))[1] as mailbox_id,
        (array_agg(subject order by nr))[1] as subject, max(received_at) as last_at, count(*) as count,
        count(*) filter (where not seen) as unread,
        (array_agg(snippet order by nr desc))[1] as snippet,
        bool_or(has_attachments) as has_attachments, bool_and(seen) as seen, bool_or(flagged) as flagged,
        bool_or(draft) as draft, bool_or(sent) as sent
      from m group by 1)
    insert into threads (id, mailbox_id, subject, last_message_at, message_count, unread_count, participants,
      participant_count, snippet, has_attachments, seen, flagged, draft, sent)
    select s.thread_id, s.mailbox_id, s.subject, s.last_at, s.count, s.unread, coalesce(p.newest, '[]'),
      coalesce(p.count, 0), s.snippet, s.has_attachments, s.seen, s.flagged, s.draft, s.sent
    from summed s left join people p using (thread_id)
    on conflict (id) do update set subject = excluded.subject, last_message_at = excluded.last_message_at,
      message_count = excluded.message_count, unread_count = excluded.unread_count,
      participants = excluded.participants, participant_count = excluded.participant_count,
      snippet = excluded.snippet, has_attachments = excluded.has_attachments, seen = excluded.seen,
      flagged = excluded.flagged, draft = excluded.draft, sent = excluded.sent`)

const deleteEmptyThreads = (db: Db, ids: string[]) =>
  db.run(bulk`
    delete from threads t where id = any (${ids}::uuid[])
      and not exists (select from messages m where m.thread_id = t.id)`)

const upsertThreadFolders = (db: Db, ids: string[]) =>
  db.run(bulk`
    with expected as materialized (
      select m.thread_id, (array_agg(m.mailbox_id))[1] as mailbox_id, k.key, bool_or(not m.seen) as unread,
        bool_or(m.flagged) as flagged, bool_or(m.has_attachments) as has_attachments
      from messages m join folders f on f.id = m.folder_id
      cross join lateral unnest(message_keys(f.key, f.role, m.labels, m.flagged)) as k(key)
      where m.thread_id = any (${ids}::uuid[]) group by m.thread_id, k.key),
    gone as (
      delete from thread_folders t where thread_id = any (${ids}::uuid[])
        and not exists (select from expected w where w.thread_id = t.thread_id and w.key = t.folder_key))
    insert into thread_folders as known
      (thread_id, mailbox_id, folder_key, last_message_at, unread, flagged, has_attachments)
    select w.thread_id, w.mailbox_id, w.key, t.last_message_at, w.unread, w.flagged, w.has_attachments
    from expected w join threads t on t.id = w.thread_id
    on conflict (thread_id, folder_key) do update set last_message_at = excluded.last_message_at,
      unread = excluded.unread, flagged = excluded.flagged, has_attachments = excluded.has_attachments
    where (known.last_message_at, known.unread, known.flagged, known.has_attachments)
      is distinct from (excluded.last_message_at, excluded.unread, excluded.flagged, excluded.has_attachments)`)

/** Adds new messages to the folders of their threads, whose other messages are unchanged. */
const addThreadFolders = (db: Db, ids: string[], messageIds: string[]) =>
  db.run(bulk`
    with fresh as materialized (
      select m.thread_id, (array_agg(m.mailbox_id))[1] as mailbox_id, k.key, bool_or(not m.seen) as unread,
        bool_or(m.flagged) as flagged, bool_or(m.has_attachments) as has_attachments
      from messages m join folders f on f.id = m.folder_id
      cross join lateral unnest(message_keys(f.key, f.role, m.labels, m.flagged)) as k(key)
      where m.id = any (${messageIds}::uuid[]) group by m.thread_id, k.key),
    newer as (
      update thread_folders k set last_message_at = t.last_message_at from threads t
      where t.id = any (${ids}::uuid[]) and k.thread_id = t.id and k.last_message_at <> t.last_message_at
        and not exists (select from fresh w where w.thread_id = k.thread_id and w.key = k.folder_key))
    insert into thread_folders as known
      (thread_id, mailbox_id, folder_key, last_message_at, unread, flagged, has_attachments)
    select w.thread_id, w.mailbox_id, w.key, t.last_message_at, w.unread, w.flagged, w.has_attachments
    from fresh w join threads t on t.id = w.thread_id
    on conflict (thread_id, folder_key) do update set last_message_at = excluded.last_message_at,
      unread = known.unread or excluded.unread, flagged = known.flagged or excluded.flagged,
      has_attachments = known.has_attachments or excluded.has_attachments`)

/** Updates threads after messages were added and nothing else changed. */
export async function addToThreads(db: Db, threadIds: string[], messageIds: string[]) {
  const ids = [...new Set(threadIds)]
  await upsertThreads(db, ids)
  await addThreadFolders(db, ids, messageIds)
}

/** Recomputes threads from their messages. With `mayBeEmpty`, threads left without messages are deleted. */
export async function refreshThreads(db: Db, threadIds: Iterable<string>, mayBeEmpty: boolean) {
  const ids = [...new Set(threadIds)]
  if (ids.length === 0) return
  await upsertThreads(db, ids)
  if (mayBeEmpty) await deleteEmptyThreads(db, ids)
  await upsertThreadFolders(db, ids)
}

/** Adds the messages to the counts of their folders, or subtracts them with -1: before and after a change. */
export const countMessages = (db: Db, ids: string[], sign: 1 | -1) =>
  db.run(bulk`
    insert into folder_counts as known (mailbox_id, folder_key, messages, unread)
    select m.mailbox_id, k.key, ${sign}::int * count(*), ${sign}::int * count(*) filter (where not m.seen)
    from messages m join folders f on f.id = m.folder_id
    cross join lateral unnest(message_keys(f.key, f.role, m.labels, m.flagged)) as k(key)
    where m.id = any (${ids}::uuid[]) group by 1, 2
    on conflict (mailbox_id, folder_key) do update
    set messages = known.messages + excluded.messages, unread = known.unread + excluded.unread`)

export const addToMailboxCounts = (db: Db, mailboxIds: string[], sign: 1 | -1) =>
  db.run(bulk`
    insert into message_counts as known (mailbox_id, messages)
    select id, ${sign}::int * count(*) from unnest(${mailboxIds}::uuid[]) as t(id) group by id
    on conflict (mailbox_id) do update set messages = known.messages + excluded.messages`)
