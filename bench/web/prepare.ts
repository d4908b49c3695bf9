import { type Database, openDatabase } from '../../server/src/platform/db/database.ts'
import { sql } from '../../server/src/platform/db/sql.ts'
import { createBenchMember, fill } from '../inbox/fill.ts'

export const openBenchDatabase = (url: string) =>
  openDatabase({ url, connections: 1, name: 'bench fill', onIdleError: () => undefined })

/** The member whose mail is shown; a kept database is filled once. */
export async function prepareMember(db: Database, messages: number): Promise<string> {
  const known = await db.row<{ id: string }>(sql`select id from members limit 1`)
  if (known) return known.id
  const memberId = await createBenchMember(db)
  await fill(db, memberId, messages, 500)
  await db.pool.query('vacuum analyze')
  return memberId
}
