import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { bulk } from './bulk.store.ts'
import { cleanLabels } from './message-record.ts'
import { toJson } from './to-json.ts'
import type { MessageChange, MessageMove } from './types.ts'

export type MessageOwner = { id: string; threadId: string; mailboxId: string }

const ownerColumns = sql`m.id, m.thread_id as "threadId", m.mailbox_id as "mailboxId"`

export const findOwners = (db: Db, ids: string[]) =>
  db.rows<MessageOwner>(bulk`select ${ownerColumns} from messages m where m.id = any (${ids}::uuid[])`)

const toChangeInput = (change: MessageChange) =>
  change.labels ? { ...change, labels: cleanLabels(change.labels) } : change

const changeInput = (changes: MessageChange[]) => sql`
  json_to_recordset(${toJson(changes.map(toChangeInput))}::json) as i (
    id uuid, seen boolean, flagged boolean, draft boolean, answered boolean, sent boolean, labels text[],
    modseq bigint)`

/** The messages that the changes affect. */
export const findChanged = (db: Db, changes: MessageChange[]) =>
  db.rows<MessageOwner>(bulk`
    select ${ownerColumns} from ${changeInput(changes)} join messages m using (id)
    where (m.seen, m.flagged, m.draft, m.answered, m.sent, m.labels) is distinct from (
      coalesce(i.seen, m.seen), coalesce(i.flagged, m.flagged), coalesce(i.draft, m.draft),
      coalesce(i.answered, m.answered), coalesce(i.sent, m.sent), coalesce(i.labels, m.labels))`)

export const applyChanges = (db: Db, changes: MessageChange[]) =>
  db.run(bulk`
    update messages m set seen = coalesce(i.seen, m.seen), flagged = coalesce(i.flagged, m.flagged),
      draft = coalesce(i.draft, m.draft), answered = coalesce(i.answered, m.answered),
      sent = coalesce(i.sent, m.sent), labels = coalesce(i.labels, m.labels),
      modseq = coalesce(i.modseq, m.modseq)
    from ${changeInput(changes)} where i.id = m.id`)

const moveInput = (moves: MessageMove[]) => sql`
  unnest(${moves.map((m) => m.id)}::uuid[], ${moves.map((m) => m.folderId)}::uuid[],
    ${moves.map((m) => m.uid)}::bigint[], ${moves.map((m) => m.modseq)}::bigint[])
  as i(id, folder_id, uid, modseq)`

/** Messages at a target location that are not moved themselves. */
export const findOccupants = (db: Db, moves: MessageMove[]) =>
  db.rows<MessageOwner>(bulk`
    select ${ownerColumns} from ${moveInput(moves)} join messages m using (folder_id, uid)
    where m.id <> all (${moves.map((move) => move.id)}::uuid[])`)

/** Frees locations that other messages of the batch move to, as happens when a folder is renumbered. */
export const assignTemporaryUids = (db: Db, moves: MessageMove[]) =>
  db.run(bulk`
    update messages m set uid = -1000000000000000 - m.uid
    from ${moveInput(moves)}
    where i.folder_id = m.folder_id and i.uid = m.uid and m.id <> i.id`)

/** Remembers where messages were before they came into the trash, whoever moved them. */
export const applyMoves = (db: Db, moves: MessageMove[]) =>
  db.run(bulk`
    update messages m set folder_id = i.folder_id, uid = i.uid, modseq = coalesce(i.modseq, m.modseq),
      previous_folder_id = case
        when target.role is distinct from 'trash' then null
        when source.role = 'trash' then m.previous_folder_id else m.folder_id end,
      previous_labels = case
        when target.role is distinct from 'trash' then null
        when source.role = 'trash' then m.previous_labels else m.labels end
    from ${moveInput(moves)} join folders target on target.id = i.folder_id, folders source
    where i.id = m.id and source.id = m.folder_id`)

export const findInFolder = (db: Db, folderId: string, limit: number) =>
  db.rows<MessageOwner>(
    bulk`select ${ownerColumns} from messages m where m.folder_id = ${folderId} limit ${limit}`,
  )

export const deleteMessages = (db: Db, ids: string[]) =>
  db.run(bulk`delete from messages where id = any (${ids}::uuid[])`)

export const findThreadsOfFolder = (db: Db, folderId: string) =>
  db.rows<{ threadId: string }>(bulk`
    select distinct thread_id as "threadId" from messages where folder_id = ${folderId}`)

export const recountFolders = (db: Db, mailboxId: string) =>
  db.run(bulk`
    with counted as materialized (
      select k.key, count(*)::int as messages, (count(*) filter (where not m.seen))::int as unread
      from messages m join folders f on f.id = m.folder_id
      cross join lateral unnest(message_keys(f.key, f.role, m.labels, m.flagged)) as k(key)
      where m.mailbox_id = ${mailboxId} group by k.key),
    gone as (
      delete from folder_counts c where mailbox_id = ${mailboxId}
        and not exists (select from counted n where n.key = c.folder_key))
    insert into folder_counts (mailbox_id, folder_key, messages, unread)
    select ${mailboxId}, key, messages, unread from counted
    on conflict (mailbox_id, folder_key) do update set messages = excluded.messages, unread = excluded.unread`)
