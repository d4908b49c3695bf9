import { type Sql, sql } from '../../platform/db/sql.ts'

// JSON has no bare control characters, so that this one stands between two texts only.
const separator = '\u001e'

/** Several JSON texts as a list. As an array of the driver's each quotation mark in them would be escaped and read back. */
export const jsonTexts = (texts: string[]): Sql =>
  texts.length === 0 ? sql`'{}'::text[]` : sql`string_to_array(${texts.join(separator)}::text, chr(30))`
