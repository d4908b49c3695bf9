import type pg from 'pg'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'

// One channel for all that is live: its listeners are the processes, not the members.
const channel = 'mailwright_live'

/** One commit for all of them: a commit that notifies takes a lock of the whole server. */
export const notifyListeners = (db: Db, payloads: string[]) =>
  db.run(sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) payload`)

export const listen = (client: pg.Client) => client.query(`listen ${channel}`)

export const askWhetherThere = (client: pg.Client) => client.query('select')
