import type { Db } from '../db/database.ts'

/** By what the open sockets were let in. */
export type Held = { sessionIds: string[]; keyIds: string[] }
/** A session or key that still holds, and the role that it now gives. */
export type Standing = { id: string; role: 'member' | 'admin' }
type Find = (db: Db, ids: string[]) => Promise<Standing[]>

/** Which of those held still stand, as the owners of sessions and keys tell. */
export const standingOf =
  (db: Db, find: { sessions: Find; keys: Find }) =>
  async ({ sessionIds, keyIds }: Held): Promise<Standing[]> => [
    ...(sessionIds.length > 0 ? await find.sessions(db, sessionIds) : []),
    ...(keyIds.length > 0 ? await find.keys(db, keyIds) : []),
  ]
