import { type Sql, sql } from '../../platform/db/sql.ts'

/**
 * The order of the messages of a thread, for the alias of `messages`. INTERNALDATE has whole seconds, so an answer may
 * have that of its question; then the Date header decides, then the UID. Temporary UIDs are negative.
 */
export const readingOrder = (m: Sql) =>
  sql`${m}.received_at, coalesce(${m}.written_at, 'infinity'), abs(${m}.uid), ${m}.id`
