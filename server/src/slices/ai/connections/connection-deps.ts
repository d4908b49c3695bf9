import type { Vault } from '../../../platform/crypto/vault.ts'
import type { Db } from '../../../platform/db/database.ts'
import { fault } from '../../../platform/errors/app-error.ts'
import { isUuid } from '../../../platform/ids/ids.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { type ConnectionRow, findConnection, lockConnection } from './connections.store.ts'

export type ConnectionDeps = { vault: Vault; outbound: Outbound }

const existing = (row: ConnectionRow | undefined): ConnectionRow => {
  if (!row) throw fault('llm.connection_not_found')
  return row
}
export const getConnection = async (db: Db, id: string) =>
  existing(isUuid(id) ? await findConnection(db, id) : undefined)
export const getLocked = async (db: Db, id: string) =>
  existing(isUuid(id) ? await lockConnection(db, id) : undefined)

export async function readBack(db: Db, id: string): Promise<ConnectionRow> {
  const row = await findConnection(db, id)
  if (!row) throw new Error('the connection that was just written is missing')
  return row
}
