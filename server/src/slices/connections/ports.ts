import type { Db } from '../../platform/db/database.ts'

/** What connections need from other slices; supplied by the composition root. */
export type ConnectionPorts = {
  /** The published workflows of any member that use it. */
  findPublishedUsers(db: Db, credentialId: string): Promise<{ id: string; name: string }[]>
}
