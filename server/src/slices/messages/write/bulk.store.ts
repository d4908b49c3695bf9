import { type Sql, sql, unprepared } from '../../../platform/db/sql.ts'

/**
 * A statement about hundreds of rows. Its plan is made for each call: one made while a mailbox was empty would go on
 * reading whole tables when it is full.
 */
export const bulk = (strings: TemplateStringsArray, ...values: unknown[]): Sql =>
  unprepared(sql(strings, ...values))
