import pg from 'pg'
import { hashToken, newApiKey, newToken } from '../../server/src/platform/crypto/tokens.ts'
import { newId } from '../../server/src/platform/ids/ids.ts'

/** Two members, one with 50 signatures to list and one for writes, each with a session and a key. */
export async function seed(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const member = async (email: string) => {
    const id = newId()
    const session = newToken()
    const key = newApiKey()
    await client.query("insert into members (id, email, name, role) values ($1, $2, 'Bench', 'member')", [
      id,
      email,
    ])
    await client.query(
      "insert into sessions (id, member_id, token_hash, expires_at) values ($1, $2, $3, now() + interval '1 day')",
      [newId(), id, hashToken(session)],
    )
    await client.query(
      "insert into api_keys (id, member_id, name, prefix, token_hash, scopes) values ($1, $2, 'bench', $3, $4, '{profile:*}')",
      [newId(), id, key.prefix, key.hash],
    )
    return {
      id,
      session: { cookie: `mailwright_session=${session}` },
      key: { authorization: `Bearer ${key.token}` },
    }
  }
  const reader = await member('reader@example.com')
  const writer = await member('writer@example.com')
  for (let i = 0; i < 50; i++)
    await client.query(
      "insert into signatures (id, member_id, name, body_text, body_html) values ($1, $2, $3, $4, '<p>Kind regards,<br><b>Ada</b></p>')",
      [newId(), reader.id, `Signature ${i}`, 'Kind regards,\nAda\nMailwright'.repeat(3)],
    )
  await client.end()
  return { reader, writer }
}
