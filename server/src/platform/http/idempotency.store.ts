import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Fingerprint, StoredFingerprint } from './body-fingerprint.ts'

export type KeyOwner = { memberId: string; method: string; path: string; key: string }
export type StoredKey = StoredFingerprint & { status: number | null; reply: string | null }

/** Claims a key that is free or whose owner process is dead. */
export const claimKey = (db: Db, owner: KeyOwner, body: Fingerprint, claim: string, processId: string) =>
  db.run(sql`
    insert into idempotency_keys as k
      (member_id, method, path, key, body_hash, hash_key_id, hash_salt, claim, process_id)
    values (${owner.memberId}, ${owner.method}, ${owner.path}, ${owner.key}, ${body.hash}, ${body.keyId},
            ${body.salt}, ${claim}, ${processId})
    on conflict (member_id, method, path, key) do update
    set claim = excluded.claim, process_id = excluded.process_id, body_hash = excluded.body_hash,
        hash_key_id = excluded.hash_key_id, hash_salt = excluded.hash_salt, status = null, reply = null,
        created_at = now()
    where (k.status is null and not process_is_alive(k.process_id))
       or k.created_at < now() - interval '24 hours'`)

export const findKey = (db: Db, owner: KeyOwner) =>
  db.row<StoredKey>(sql`
    select body_hash as hash, hash_key_id as "keyId", hash_salt as salt, status, reply from idempotency_keys
    where member_id = ${owner.memberId} and method = ${owner.method} and path = ${owner.path}
      and key = ${owner.key}`)

/** Stores the reply; 0 if another process took over the claim. */
export const storeReply = (db: Db, owner: KeyOwner, claim: string, status: number, reply: string) =>
  db.run(sql`
    update idempotency_keys set status = ${status}, reply = ${reply}, claim = null, process_id = null
    where member_id = ${owner.memberId} and method = ${owner.method} and path = ${owner.path}
      and key = ${owner.key} and claim = ${claim}`)

export const releaseKey = (db: Db, owner: KeyOwner, claim: string) =>
  db.run(sql`
    delete from idempotency_keys
    where member_id = ${owner.memberId} and method = ${owner.method} and path = ${owner.path}
      and key = ${owner.key} and claim = ${claim}`)

export const purgeKeys = (db: Db, batch: number) =>
  db.run(sql`
    delete from idempotency_keys where ctid = any (array(
      select ctid from idempotency_keys where created_at < now() - interval '24 hours' limit ${batch}))`)
