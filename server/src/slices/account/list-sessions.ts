import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import { findSessions } from '../auth/index.ts'

export async function listSessions(db: Db, caller: Caller) {
  const currentId = caller.via.kind === 'session' ? caller.via.sessionId : undefined
  const sessions = await findSessions(db, caller.memberId)
  return { sessions: sessions.map((session) => ({ ...session, current: session.id === currentId })) }
}
