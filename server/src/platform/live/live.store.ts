import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** One channel for all live events: processes listen to it, not members. */
export const liveChannel = 'mailwright_live'

/** One commit for all payloads: a notifying commit takes a lock on the whole database server. */
export const notifyListeners = (db: Db, payloads: string[]) =>
  db.run(sql`select pg_notify(${liveChannel}, payload) from unnest(${payloads}::text[]) payload`)
