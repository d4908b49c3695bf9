import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Fingerprint } from '../../platform/http/body-fingerprint.ts'

/** 0 when the member has used the token before. Waits for a transaction that is using it. */
export const claimToken = (db: Db, memberId: string, token: Buffer, f: Fingerprint) =>
  db.run(sql`
    insert into review_tokens (member_id, token, key_id, salt, hash)
    values (${memberId}, ${token}, ${f.keyId}, ${f.salt}, ${f.hash})
    on conflict do nothing`)

export const findToken = <R>(db: Db, memberId: string, token: Buffer) =>
  db.row<Fingerprint & { reply: R | null }>(sql`
    select key_id as "keyId", salt, hash, reply from review_tokens
    where member_id = ${memberId} and token = ${token}`)

export const storeReply = (db: Db, memberId: string, token: Buffer, reply: object) =>
  db.run(sql`
    update review_tokens set reply = ${JSON.stringify(reply)}::json
    where member_id = ${memberId} and token = ${token}`)

/** Longer than any client retries. */
const maxAgeDays = 30

export const purgeTokens = (db: Db, batch: number) =>
  db.run(sql`
    delete from review_tokens where ctid = any (array(
      select ctid from review_tokens where created_at < now() - make_interval(days => ${maxAgeDays}::int)
      limit ${batch}))`)
