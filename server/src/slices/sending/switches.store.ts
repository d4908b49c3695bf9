import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** A mailbox id, or null for the whole instance. */
export type SwitchScope = string | null

export const isSwitchedOn = async (db: Db, scope: SwitchScope) =>
  (
    await db.row<{ enabled: boolean }>(sql`
    select enabled from sending_switches where mailbox_id is not distinct from ${scope}`)
  )?.enabled ?? true

export const isSendingOn = async (db: Db, mailboxId: string) =>
  (await db.row<{ on: boolean }>(sql`select sending_is_on(${mailboxId}) as on`))?.on ?? false

export const setSwitch = (db: Db, scope: SwitchScope, enabled: boolean, memberId: string) =>
  db.run(sql`
    insert into sending_switches (mailbox_id, enabled, changed_by) values (${scope}, ${enabled}, ${memberId})
    on conflict on constraint sending_switches_key
    do update set enabled = excluded.enabled, changed_by = excluded.changed_by, changed_at = now()`)

type Scheduled = { id: string; sendAfter: string }

/** Releases items held by a switch whose switches are all on again. */
export const releaseHeld = (db: Db, limit: number) =>
  db.rows<Scheduled & { memberId: string; mailboxId: string }>(sql`
    update outgoing_messages set send_status = 'pending', held_by = null
    where id in (
      select id from outgoing_messages where held_by = 'switch' and sending_is_on(mailbox_id)
      order by send_after limit ${limit} for update skip locked)
    returning id, send_after as "sendAfter", member_id as "memberId", mailbox_id as "mailboxId"`)

/** Holds what a suspended member has queued; returns how many. */
export const holdForSuspension = (db: Db, memberId: string) =>
  db.run(sql`
    update outgoing_messages set send_status = 'held', held_by = 'suspension', send_error_kind = 'member_suspended'
    where member_id = ${memberId} and (send_status = 'pending' or held_by = 'switch')`)

/** Releases the items of a mailbox that were held while its member was suspended. */
export const releaseSuspended = (db: Db, mailboxId: string, limit: number) =>
  db.rows<Scheduled & { memberId: string; mailboxId: string }>(sql`
    update outgoing_messages set send_status = 'pending', held_by = null, send_error_kind = null
    where id in (
      select id from outgoing_messages where mailbox_id = ${mailboxId} and held_by = 'suspension'
      order by send_after limit ${limit} for update skip locked)
    returning id, send_after as "sendAfter", member_id as "memberId", mailbox_id as "mailboxId"`)

/** Items that lost their job: overdue, or claimed by a dead process. */
export const findStranded = (db: Db, limit: number) =>
  db.rows<Scheduled>(sql`
    select id, send_after as "sendAfter" from outgoing_messages
    where (send_status = 'pending' and send_after < now() - interval '2 minutes')
      or (send_status = 'running' and (claimed_at < now() - interval '30 minutes'
        or (claimed_at < now() - interval '1 minute' and not process_is_alive(process_id))))
    order by send_after limit ${limit}`)

export const findLoopKey = (db: Db) =>
  db.row<{ loopKey: Buffer }>(sql`select loop_key as "loopKey" from sending_keys`)
