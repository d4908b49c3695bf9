import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Live } from '../../platform/live/live.ts'
import { deleteSession } from '../auth/index.ts'

/** Ending the caller's own session is allowed: it signs out. */
export async function endSession(db: Db, live: Live, memberId: string, id: string) {
  if ((await deleteSession(db, memberId, id)) === 0) throw fault('auth.session_not_found')
  live.closeSession(db, id)
}
