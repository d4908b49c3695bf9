import type { Db } from '../db/database.ts'
import { longRunning, type Sql, sql } from '../db/sql.ts'
import type { Envelope, Place } from './envelope.ts'

export type Owner = { ownerKind: string; ownerId: string }
export type SealedRow = Envelope & Place
/** `live`: the key may still seal. `done`: rows written. */
export type Written = { live: boolean; done: number }

// One statement checks the key, locks it and writes, so that it is atomic outside a transaction too.
const writeWhileLive = async (db: Db, keyId: string, write: Sql): Promise<Written> => {
  const written = await db.row<Written>(sql`
    with live as (select id from secret_keys where id = ${keyId} and retired_at is null for share),
    done as (${write} returning 1)
    select exists (select from live) as live, (select count(*) from done) as done`)
  return written ?? { live: false, done: 0 }
}

export const insertSecret = (db: Db, row: SealedRow) =>
  writeWhileLive(
    db,
    row.keyId,
    sql`insert into secrets (id, owner_kind, owner_id, key_id, wrapped_key, sealed)
      select ${row.id}::uuid, ${row.ownerKind}::text, ${row.ownerId}::text, live.id,
        ${row.wrappedKey}::bytea, ${row.sealed}::bytea from live`,
  )

export const updateSecret = (db: Db, row: SealedRow) =>
  writeWhileLive(
    db,
    row.keyId,
    sql`update secrets set key_id = live.id, wrapped_key = ${row.wrappedKey}::bytea,
        sealed = ${row.sealed}::bytea, updated_at = now() from live
      where secrets.id = ${row.id} and owner_kind = ${row.ownerKind} and owner_id = ${row.ownerId}`,
  )

export type Rewrapped = { id: string; before: Buffer; after: Buffer }

/** Only if the wrapped key is still the one that was read: a value replaced meanwhile stays as it is. */
export const updateWrappedKeys = (db: Db, keyId: string, batch: readonly Rewrapped[]) =>
  writeWhileLive(
    db,
    keyId,
    sql`update secrets set key_id = live.id, wrapped_key = batch.after
      from live, unnest(${batch.map((r) => r.id)}::uuid[], ${batch.map((r) => r.before)}::bytea[],
        ${batch.map((r) => r.after)}::bytea[]) as batch (id, before, after)
      where secrets.id = batch.id and secrets.wrapped_key = batch.before`,
  )

const columns = sql`id, owner_kind as "ownerKind", owner_id as "ownerId", key_id as "keyId",
  wrapped_key as "wrappedKey", sealed`

export const selectSecret = (db: Db, id: string, owner: Owner) =>
  db.row<SealedRow>(sql`select ${columns} from secrets
    where id = ${id} and owner_kind = ${owner.ownerKind} and owner_id = ${owner.ownerId}`)

export const deleteSecret = (db: Db, id: string) => db.run(sql`delete from secrets where id = ${id}`)

// The inner select lists the few other keys, so that the index on key_id is used instead of a scan per batch.
const notUnder = (keyId: string, except: readonly string[]) => sql`
  key_id in (select k.id from secret_keys k where k.id <> ${keyId}) and id <> all (${except}::uuid[])`

export const lockSecretsNotUnder = (db: Db, keyId: string, except: readonly string[], size: number) =>
  db.rows<SealedRow>(sql`select ${columns} from secrets where ${notUnder(keyId, except)}
    limit ${size} for update of secrets skip locked`)

export const countSecretsNotUnder = async (db: Db, keyId: string, except: readonly string[] = []) =>
  (await db.row<{ n: number }>(sql`select count(*) as n from secrets where ${notUnder(keyId, except)}`))?.n ??
  0

export const countSecretsByKey = async (db: Db) => {
  const rows = await db.rows<{ keyId: string; n: number }>(sql`
    select key_id as "keyId", count(*) as n from secrets group by key_id`)
  return new Map(rows.map((row) => [row.keyId, row.n]))
}

export const registerKey = (db: Db, id: string) =>
  db.run(sql`insert into secret_keys (id) values (${id}) on conflict (id) do nothing`)

export const reviveKey = (db: Db, id: string) =>
  db.run(sql`insert into secret_keys (id) values (${id})
    on conflict (id) do update set retired_at = null where secret_keys.retired_at is not null`)

export const selectLiveKeys = async (db: Db) =>
  (await db.rows<{ id: string }>(sql`select id from secret_keys where retired_at is null`)).map(
    (row) => row.id,
  )

const retireTimeoutMs = 150_000

/** Waits for open transactions that sealed something with the key. */
export async function retireKey(db: Db, id: string) {
  // Longer than the longest idle transaction (database.ts), so that the wait is never cut off.
  await db.row(sql`select set_config('statement_timeout', '150000', true)`)
  await db.run(
    longRunning(
      sql`update secret_keys set retired_at = now() where id = ${id} and retired_at is null`,
      retireTimeoutMs,
    ),
  )
}

const rotationLock = 7_391_048
/** Allows one rotation at a time, until the transaction ends. Returns true again to the holder. */
/** Held for as long as the rotation takes, however long its transaction is idle. */
export const lockRotation = async (db: Db) =>
  (
    await db.row<{ ok: boolean }>(sql`
      select set_config('idle_in_transaction_session_timeout', '0', true),
        pg_try_advisory_xact_lock(${rotationLock}::bigint) as ok`)
  )?.ok === true
