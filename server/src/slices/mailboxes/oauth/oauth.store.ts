import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

export type SignIn = {
  stateHash: Buffer
  memberId: string
  provider: 'google' | 'microsoft'
  codeVerifier: string
  nonce: string
}

export const insertSignIn = (db: Db, s: SignIn) =>
  db.run(sql`
    insert into mailbox_oauth_states (state_hash, member_id, provider, code_verifier, nonce, expires_at)
    values (${s.stateHash}, ${s.memberId}, ${s.provider}, ${s.codeVerifier}, ${s.nonce},
            now() + interval '10 minutes')`)

/** Single-use and bound to the member who started. Use by anyone else also consumes it, since it has leaked. */
export const consumeSignIn = (db: Db, stateHash: Buffer, memberId: string) =>
  db.row<Pick<SignIn, 'provider' | 'codeVerifier' | 'nonce'>>(sql`
    with consumed as (delete from mailbox_oauth_states where state_hash = ${stateHash} returning *)
    select provider, code_verifier as "codeVerifier", nonce from consumed
    where member_id = ${memberId} and expires_at > now()`)

export const purgeSignIns = (db: Db, batch: number) =>
  db.run(sql`
    delete from mailbox_oauth_states where state_hash in (
      select state_hash from mailbox_oauth_states where expires_at < now() limit ${batch})`)
