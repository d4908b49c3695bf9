import { type Sql, sql } from '../../platform/db/sql.ts'

// JSON text contains no raw control characters, so this one can only occur between two texts.
const separator = '\u001e'

/** JSON texts as a text[]. In the driver's array format every quotation mark would be escaped and parsed again. */
export const jsonTexts = (texts: string[]): Sql =>
  texts.length === 0 ? sql`'{}'::text[]` : sql`string_to_array(${texts.join(separator)}::text, chr(30))`
