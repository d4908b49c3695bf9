import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Db } from './database.ts'
import { sql } from './sql.ts'

// Plain SQL files, forward only, each in one transaction, in the order of their names.
const folder = fileURLToPath(new URL('../../../migrations/', import.meta.url))
// Two processes that start at the same time must not both migrate.
const lockKey = 7_391_046

export const migrationNames = async () => (await readdir(folder)).filter((f) => f.endsWith('.sql')).sort()

export const findAppliedMigrations = async (db: Db) =>
  (await db.rows<{ name: string }>(sql`select name from schema_migrations`)).map((row) => row.name)

async function applied(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
  return new Set(rows.map((r) => r.name))
}

async function apply(client: pg.Client, name: string) {
  const text = await readFile(`${folder}/${name}`, 'utf8')
  try {
    await client.query('begin')
    await client.query(text)
    await client.query('insert into schema_migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`the migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

/** Applies pending migrations and returns their names. A second process waits for the first. */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'mailwright migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(`create table if not exists schema_migrations (
      name text primary key, applied_at timestamptz(3) not null default now())`)
    const known = await applied(client)
    const pending = (await migrationNames()).filter((name) => !known.has(name))
    for (const name of pending) await apply(client, name)
    return pending
  } finally {
    await client.end()
  }
}
