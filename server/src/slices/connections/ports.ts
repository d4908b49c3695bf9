import type { Db } from '../../platform/db/database.ts'

/** What a connection means in other slices. The composition root supplies it. */
export type ConnectionPorts = {
  /** The published workflows, of any member, that rely on it. */
  findPublishedUsers(db: Db, credentialId: string): Promise<{ id: string; name: string }[]>
}
