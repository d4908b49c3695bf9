import { hashToken, newToken } from '../src/platform/crypto/tokens.ts'
import type { Database } from '../src/platform/db/database.ts'
import { sql } from '../src/platform/db/sql.ts'

/** The paths of a new link of an approver. The token of the link in the mail is only in the mail. */
export async function createLink(db: Database, executionId: string, approver: string) {
  const token = newToken()
  await db.run(sql`
    insert into approval_links (token_hash, approval_id, approver)
    select ${hashToken(token)}, id, ${approver} from approvals where execution_id = ${executionId}`)
  return { approve: `/api/v1/approvals/t/${token}/approve`, reject: `/api/v1/approvals/t/${token}/reject` }
}
