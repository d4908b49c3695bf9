import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Fingerprint } from '../../../platform/http/body-fingerprint.ts'

export type UsedToken = Fingerprint & { ops: { messageId: string; opId: string }[] }

/** What the member used the token for on this thread, which may be gone. */
export const findUsedToken = (db: Db, memberId: string, threadId: string, clientToken: string) =>
  db.row<UsedToken>(sql`
    select t.key_id as "keyId", t.salt, t.hash, t.ops from thread_action_tokens t
    join mailbox_owners b on b.id = t.mailbox_id
    where t.thread_id = ${threadId} and t.client_token = ${clientToken} and b.member_id = ${memberId}`)

export const insertUsedToken = (
  db: Db,
  { threadId, mailboxId, clientToken }: { threadId: string; mailboxId: string; clientToken: string },
  { keyId, salt, hash, ops }: UsedToken,
) =>
  db.run(sql`
    insert into thread_action_tokens (thread_id, client_token, mailbox_id, key_id, salt, hash, ops)
    values (${threadId}, ${clientToken}, ${mailboxId}, ${keyId}, ${salt}, ${hash}, ${JSON.stringify(ops)}::jsonb)`)

/** Longer than any client retries. */
const maxAgeDays = 30

export const purgeUsedTokens = (db: Db, batch: number) =>
  db.run(sql`
    delete from thread_action_tokens where ctid = any (array(
      select ctid from thread_action_tokens where created_at < now() - make_interval(days => ${maxAgeDays}::int)
      limit ${batch}))`)
