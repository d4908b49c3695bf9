import { hashToken, newToken } from '../../server/src/platform/crypto/tokens.ts'
import type { Database } from '../../server/src/platform/db/database.ts'
import { sql } from '../../server/src/platform/db/sql.ts'
import { newId } from '../../server/src/platform/ids/ids.ts'

export async function signIn(db: Database, memberId: string) {
  const token = newToken()
  await db.run(sql`
    insert into sessions (id, member_id, token_hash, expires_at)
    values (${newId()}, ${memberId}, ${hashToken(token)}, now() + interval '1 day')`)
  return { cookie: `mailwright_session=${token}` }
}
