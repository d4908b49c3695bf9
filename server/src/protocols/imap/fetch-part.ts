import { atoms, uidSet } from './atoms.ts'
import type { Connection } from './connection.ts'
import { ImapFault } from './fault.ts'
import { readFetch } from './message.ts'
import type { Node, Parsed } from './response.ts'

/** `BODY.PEEK[1.2]<0.n>`: at most `maxBytes`, whatever the real size of the part. */
export async function fetchPart(connection: Connection, uid: number, part: string, maxBytes: number) {
  if (!/^(\d{1,5}(\.\d{1,5}){0,49}|HEADER|TEXT)$/.test(part))
    throw new ImapFault('protocol', 'Invalid part number.')
  let body: Buffer | null = null
  const FETCH = (parsed: Parsed) => {
    const fetched = readFetch(parsed)
    if (fetched.uid === uid && fetched.body !== undefined) body = fetched.body
  }
  const section: Node = { type: 'ATOM', value: 'BODY.PEEK', section: atoms(part), partial: [0, maxBytes] }
  await connection.run('UID FETCH', [uidSet(String(uid)), [...atoms('UID'), section]], {
    untagged: { FETCH },
  })
  return body as Buffer | null
}
