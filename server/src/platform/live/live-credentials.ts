import type { Db } from '../db/database.ts'

/** The credentials that opened sockets were authenticated with. */
export type CredentialIds = { sessionIds: string[]; keyIds: string[] }
/** A session or key that is still valid, and its current role. */
export type LiveCredential = { id: string; role: 'member' | 'admin' }
type Find = (db: Db, ids: string[]) => Promise<LiveCredential[]>

/** Finds which credentials are still valid, by the lookups of the slices that own sessions and keys. */
export const credentialLookup =
  (db: Db, find: { sessions: Find; keys: Find }) =>
  async ({ sessionIds, keyIds }: CredentialIds): Promise<LiveCredential[]> => [
    ...(sessionIds.length > 0 ? await find.sessions(db, sessionIds) : []),
    ...(keyIds.length > 0 ? await find.keys(db, keyIds) : []),
  ]
