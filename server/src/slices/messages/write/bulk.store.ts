import { type Sql, sql, unprepared } from '../../../platform/db/sql.ts'

/**
 * A statement for hundreds of rows. It is planned for each call, because a plan cached while a mailbox was empty would
 * keep reading whole tables once it is full.
 */
export const bulk = (strings: TemplateStringsArray, ...values: unknown[]): Sql =>
  unprepared(sql(strings, ...values))
