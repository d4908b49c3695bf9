import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { KnownRef, ThreadAssignment } from './assign-threads.ts'
import { bulk } from './bulk.store.ts'
import type { MessageRecord } from './message-record.ts'
import { toJson } from './to-json.ts'

/** Serialises the writers of a mailbox, so that threads, counts and references have one writer at a time. */
export const lockMailboxes = (db: Db, ids: string[]) =>
  db.run(sql`select from lock_mailboxes(${ids}::uuid[])`)

export type MessageLocation = { folderId: string; uid: number }

export const findByLocation = (db: Db, locations: MessageLocation[]) =>
  db.rows<MessageLocation & { id: string; threadId: string; mailboxId: string }>(bulk`
    select m.folder_id as "folderId", m.uid, m.id, m.thread_id as "threadId", m.mailbox_id as "mailboxId"
    from unnest(${locations.map((p) => p.folderId)}::uuid[], ${locations.map((p) => p.uid)}::bigint[]) as p(folder_id, uid)
    join messages m using (folder_id, uid)`)

export const findRefs = (db: Db, refs: { mailboxId: string; ref: string }[]) =>
  db.rows<KnownRef>(bulk`
    select r.mailbox_id as "mailboxId", encode(r.ref, 'hex') as ref, r.thread_id as "threadId",
      t.message_count as messages, t.last_message_at as "lastAt"
    from (
      select mailbox_id, decode(hex, 'hex') as ref
      from unnest(${refs.map((r) => r.mailboxId)}::uuid[], ${refs.map((r) => r.ref)}::text[]) as p(mailbox_id, hex)
    ) p
    join thread_refs r using (mailbox_id, ref) join threads t on t.id = r.thread_id`)

// A larger word filter is dropped, and the thread is always checked.
const maxWordBytes = 7_500

/** Inserts messages, their bodies and the word filters of their threads in one statement. */
export const insertMessages = (db: Db, records: MessageRecord[]) =>
  db.run(bulk`
    with input as materialized (
      select * from json_to_recordset(${toJson(records)}::json) as r (
        id uuid, mailbox_id uuid, thread_id uuid, folder_id uuid, uid bigint, modseq bigint,
        received_at timestamptz, written_at timestamptz, from_name text, from_email text, subject text, snippet text,
        seen boolean,
        flagged boolean, draft boolean, answered boolean, sent boolean, is_auto_reply boolean,
        is_no_reply boolean, is_mailing_list boolean, is_from_self boolean, is_bounce boolean,
        signal_reasons jsonb, has_attachments boolean, size integer, labels text[], message_id_header text,
        in_reply_to text, body_hash text, body_complete boolean, search text, word_hashes text, body_text text,
        body_html text, safe_html text, safe_version smallint, has_remote_images boolean, headers jsonb,
        attachments jsonb)),
    stored as (
      insert into messages (
        id, mailbox_id, thread_id, folder_id, uid, modseq, received_at, written_at, from_name, from_email,
        subject, snippet, seen, flagged, draft, answered, sent, is_auto_reply, is_no_reply, is_mailing_list, is_from_self, is_bounce,
        signal_reasons, has_attachments, size, labels, message_id_header, in_reply_to, body_hash, body_complete,
        search)
      select id, mailbox_id, thread_id, folder_id, uid, modseq, received_at, written_at, from_name, from_email,
        subject, snippet, seen, flagged, draft, answered, sent, is_auto_reply, is_no_reply, is_mailing_list, is_from_self, is_bounce,
        signal_reasons, has_attachments, size, labels, message_id_header, in_reply_to, decode(body_hash, 'hex'),
        body_complete, search::tsvector
      from input),
    words as (
      insert into thread_words as known (thread_id, words)
      select thread_id, string_agg(word_hashes, '') from input group by 1
      on conflict (thread_id) do update set words = case
        when octet_length(known.words) + octet_length(excluded.words) <= ${maxWordBytes}
        then known.words || excluded.words end)
    insert into message_bodies (
      message_id, body_text, body_html, safe_html, safe_version, has_remote_images, headers, attachments)
    select id, body_text, body_html, safe_html, safe_version, has_remote_images, headers, attachments from input`)

/** Replaces everything that follows from the body of a message. */
export const updateContents = (db: Db, record: MessageRecord) =>
  db.run(bulk`
    with input as materialized (
      select * from json_to_record(${toJson(record)}::json) as r (
        id uuid, snippet text, is_auto_reply boolean, is_no_reply boolean, is_mailing_list boolean,
        is_from_self boolean, is_bounce boolean, signal_reasons jsonb, has_attachments boolean, size integer,
        body_hash text, body_complete boolean, search text, word_hashes text, body_text text, body_html text,
        safe_html text, safe_version smallint, has_remote_images boolean, headers jsonb, attachments jsonb)),
    changed as (
      update messages m set snippet = i.snippet, is_auto_reply = i.is_auto_reply, is_no_reply = i.is_no_reply,
        is_mailing_list = i.is_mailing_list, is_from_self = i.is_from_self, is_bounce = i.is_bounce,
        signal_reasons = i.signal_reasons, has_attachments = i.has_attachments, size = i.size,
        body_hash = decode(i.body_hash, 'hex'), body_complete = i.body_complete, search = i.search::tsvector
      from input i where m.id = i.id returning m.thread_id, i.word_hashes),
    words as (
      insert into thread_words as known (thread_id, words) select thread_id, word_hashes from changed
      on conflict (thread_id) do update set words = case
        when octet_length(known.words) + octet_length(excluded.words) <= ${maxWordBytes}
        then known.words || excluded.words end)
    update message_bodies b set body_text = i.body_text, body_html = i.body_html, safe_html = i.safe_html,
      safe_version = i.safe_version, has_remote_images = i.has_remote_images, headers = i.headers,
      attachments = i.attachments
    from input i where b.message_id = i.id`)

export const insertRefs = (db: Db, refs: ThreadAssignment['refs']) =>
  db.run(bulk`
    insert into thread_refs as known (mailbox_id, ref, thread_id)
    select mailbox_id, decode(hex, 'hex'), thread_id
    from unnest(${refs.map((r) => r.mailboxId)}::uuid[], ${refs.map((r) => r.ref)}::text[],
      ${refs.map((r) => r.threadId)}::uuid[]) as r(mailbox_id, hex, thread_id)
    on conflict (mailbox_id, ref) do update set thread_id = excluded.thread_id
    where known.thread_id <> excluded.thread_id`)

/** Moves the messages and references of threads to others. The next refresh deletes the empty threads. */
export const mergeThreads = (db: Db, merged: ThreadAssignment['merged']) =>
  db.run(bulk`
    with pair as materialized (
      select * from unnest(${merged.map((m) => m.from)}::uuid[], ${merged.map((m) => m.into)}::uuid[]) as p(old, new)),
    refs as (update thread_refs r set thread_id = pair.new from pair where r.thread_id = pair.old),
    joined as (
      select pair.new, case when bool_and(w.words is not null) then string_agg(w.words, '') end as words
      from pair left join thread_words w on w.thread_id = pair.old group by 1),
    words as (
      update thread_words known set words = case
        when octet_length(known.words) + octet_length(joined.words) <= ${maxWordBytes}
        then known.words || joined.words end
      from joined where known.thread_id = joined.new)
    update messages m set thread_id = pair.new from pair where m.thread_id = pair.old`)
