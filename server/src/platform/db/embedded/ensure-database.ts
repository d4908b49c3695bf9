import pg from 'pg'
import type { Socket } from './cluster.ts'
import { urlOf } from './socket.ts'

/**
 * The product's role owns its database and is not a superuser, as on a server behind DATABASE_URL: it cannot read files
 * or run programs through SQL. `postgres` is for administration, over the same socket. Checked at every start, because
 * the first one can be killed between the steps.
 */
export async function ensureDatabase(socket: Socket): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(socket, 'postgres', 'postgres') })
  await client.connect()
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(`
      select exists (select from pg_roles where rolname = 'mailwright') as role,
             exists (select from pg_database where datname = 'mailwright') as database`)
    if (!rows[0]?.role) await client.query('create role mailwright login createdb in role pg_monitor')
    if (!rows[0]?.database) await client.query('create database mailwright owner mailwright')
  } finally {
    await client.end()
  }
}
