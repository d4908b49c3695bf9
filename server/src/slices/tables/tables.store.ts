import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import type { Column, Table } from './table.ts'

const selectTable = sql`
  select t.id, t.number, t.slug, t.name, t.description, t.key_unique as "keyUnique",
         t.next_column as "nextColumn", t.created_at as "createdAt", t.updated_at as "updatedAt",
         t.row_count + coalesce(w.rows, 0) as "rowCount", t.write_count + w.writes as "writeCount",
         coalesce((
           select json_agg(json_build_object(
             'number', c.number, 'key', c.key, 'label', c.label, 'type', c.type, 'isKey', c.is_key,
             'required', c.required, 'options', c.options, 'width', c.width, 'description', c.description)
             order by c.position, c.number)
           from table_columns c where c.table_id = t.id), '[]') as columns
  from tables t
  cross join lateral (
    select sum(rows_added)::bigint as rows, count(*) as writes from table_writes where table_id = t.id) w`

export const findTables = (db: Db) => db.rows<Table>(sql`${selectTable} order by t.name, t.id`)

export const findTableById = (db: Db, id: string) => db.row<Table>(sql`${selectTable} where t.id = ${id}`)

// A slug may look like an id; the id takes precedence.
const matchesIdOrSlug = (idOrSlug: string) => {
  const id = isUuid(idOrSlug) ? idOrSlug : null
  return sql`t.id = (select id from tables where id = ${id}::uuid or slug = ${idOrSlug}
                     order by id = ${id}::uuid desc nulls last limit 1)`
}

export const findTable = (db: Db, idOrSlug: string) =>
  db.row<Table>(sql`${selectTable} where ${matchesIdOrSlug(idOrSlug)}`)

export const findTableIds = (db: Db, idsOrSlugs: string[]) =>
  db.rows<{ id: string; slug: string }>(sql`
    select id, slug from tables
    where slug = any (${idsOrSlugs}::text[]) or id = any (${idsOrSlugs.filter(isUuid)}::uuid[])`)

// Transactions that use rows share a lock on the shape of the table; those that change the shape take it exclusively.
// Advisory locks stay in memory, whereas a lock on the row of the table would be written to disk each time.
const lockKey = sql`hashtextextended(t.id::text, 7391)`

/** Returns the id. Read the shape in a separate statement afterwards: it may change while this waits. */
export const shareShape = (db: Db, idOrSlug: string) =>
  db.row<{ id: string }>(sql`
    select t.id, pg_advisory_xact_lock_shared(${lockKey}) from tables t where ${matchesIdOrSlug(idOrSlug)}`)

export const lockShape = (db: Db, idOrSlug: string) =>
  db.row<{ id: string }>(sql`
    select t.id, pg_advisory_xact_lock(${lockKey}) from tables t where ${matchesIdOrSlug(idOrSlug)}`)

/** Serialises the creation of tables and the choice of slugs. */
export const lockNames = (db: Db) => db.run(sql`select pg_advisory_xact_lock(7391047)`)

/** Serialises writers close to the row limit. */
export const lockRowCount = (db: Db, id: string) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${id}, 7392))`)

/** Serialises upserts of the same key where no unique index does. */
export const lockKeyValue = (db: Db, id: string, key: string) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${id} ${key}`}, 7393))`)

export const countTables = async (db: Db) =>
  (await db.row<{ count: number }>(sql`select count(*) as count from tables`))?.count ?? 0

export const findSlugs = async (db: Db, prefix: string) =>
  (await db.rows<{ slug: string }>(sql`select slug from tables where starts_with(slug, ${prefix})`)).map(
    ({ slug }) => slug,
  )

export type NewTable = Pick<Table, 'id' | 'slug' | 'name' | 'description' | 'keyUnique' | 'nextColumn'>

export const insertTable = (db: Db, t: NewTable) =>
  db.run(sql`
    insert into tables (id, slug, name, description, key_unique, next_column)
    values (${t.id}, ${t.slug}, ${t.name}, ${t.description}, ${t.keyUnique}, ${t.nextColumn})`)

export type TableChanges = Partial<Pick<Table, 'name' | 'slug' | 'description' | 'keyUnique'>>

export const updateTable = (db: Db, id: string, c: TableChanges) =>
  db.run(sql`
    update tables set
      name = coalesce(${c.name}, name), slug = coalesce(${c.slug}, slug),
      description = case when ${c.description !== undefined} then ${c.description ?? null} else description end,
      key_unique = coalesce(${c.keyUnique}, key_unique), updated_at = now()
    where id = ${id}`)

/** Locks in the same order as the compaction of write counts, so that the two cannot deadlock. */
export async function deleteTable(db: Db, id: string) {
  await db.run(sql`delete from table_writes where table_id = ${id}`)
  await db.run(sql`delete from tables where id = ${id}`)
}

/** Deletes removed columns first: their keys may have been reused. */
export const deleteColumns = (db: Db, id: string, kept: Column[]) =>
  db.run(sql`
    delete from table_columns where table_id = ${id} and number <> all (${kept.map((c) => c.number)}::int[])`)

/** Saves the columns in this order. */
export const saveColumns = (db: Db, id: string, columns: Column[], nextColumn: number) =>
  db.run(sql`
    with touched as (update tables set next_column = ${nextColumn}, updated_at = now() where id = ${id})
    insert into table_columns
      (table_id, number, position, key, label, type, is_key, required, options, width, description)
    select ${id}, c.number, input.position, c.key, c.label, c.type, c."isKey", c.required,
           array(select json_array_elements_text(c.options)), c.width, c.description
    from json_array_elements(${JSON.stringify(columns)}::json) with ordinality as input (value, position),
         json_to_record(value) as c (number int, key text, label text, type text, "isKey" boolean,
                                     required boolean, options json, width int, description text)
    on conflict (table_id, number) do update set
      position = excluded.position, key = excluded.key, label = excluded.label, type = excluded.type,
      is_key = excluded.is_key, required = excluded.required, options = excluded.options,
      width = excluded.width, description = excluded.description`)

/** Folds at most `batch` writes into the counts of their tables; returns their number. */
export const countWrites = async (db: Db, batch: number) => {
  const counted = await db.row<{ count: number }>(sql`
    with claimed as (
      delete from table_writes where id in (
        select id from table_writes order by id limit ${batch} for update skip locked)
      returning table_id, rows_added),
    sums as (select table_id, sum(rows_added) as rows, count(*) as writes from claimed group by table_id),
    counted as (
      update tables t set row_count = row_count + s.rows, write_count = write_count + s.writes
      from sums s where t.id = s.table_id)
    select count(*) as count from claimed`)
  return counted?.count ?? 0
}
