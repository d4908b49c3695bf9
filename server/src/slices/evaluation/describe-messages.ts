import type { Db } from '../../platform/db/database.ts'
import { findHeadlines } from '../messages/index.ts'

type Described = { subject: string | null; from: string | null }

/** What lists show of messages. Those that no longer exist have neither subject nor sender. */
export async function describeMessages(db: Db, memberId: string, ids: readonly string[]) {
  const found = new Map(
    (await findHeadlines(db, memberId, ids)).map(({ id, subject, fromName, fromEmail }) => {
      const from = fromEmail !== null && fromName ? `${fromName} <${fromEmail}>` : fromEmail
      return [id, { subject, from }] as const
    }),
  )
  return (id: string): Described => found.get(id) ?? { subject: null, from: null }
}
