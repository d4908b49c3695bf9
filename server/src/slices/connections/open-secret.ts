import type { Vault } from '../../platform/crypto/vault.ts'
import type { Db } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import type { ConnectionData } from './connection-data.ts'
import { findConnection } from './connections.store.ts'

export const secretOwner = (connectionId: string) => ({ ownerKind: 'connection', ownerId: connectionId })

/** The connection does not exist, is not visible to the member, or has the wrong type. Never contains the secret. */
export class ConnectionUnusable extends Error {
  override name = 'ConnectionUnusable'
  readonly credentialId: string
  readonly reason: 'missing' | 'wrong_type'

  constructor(credentialId: string, reason: 'missing' | 'wrong_type') {
    super(
      `The connection ${credentialId.slice(0, 64)} ${reason === 'missing' ? 'is missing' : 'is of another type'}.`,
    )
    this.credentialId = credentialId
    this.reason = reason
  }
}

export type ConnectionRef = { credentialId: string; memberId: string }
export type OpenedConnection = { type: string; name: string; data: ConnectionData }

/** The secret of a connection, for the member whose workflow uses it. Never log, store or return it. */
export async function openSecret(
  db: Db,
  vault: Vault,
  { credentialId, memberId }: ConnectionRef,
): Promise<OpenedConnection> {
  const found = isUuid(credentialId) ? await findConnection(db, memberId, credentialId) : undefined
  const value = found && (await vault.read(db, found.secretId, secretOwner(found.id)))
  if (!found || value === undefined) throw new ConnectionUnusable(credentialId, 'missing')
  return { type: found.type, name: found.name, data: JSON.parse(value) as ConnectionData }
}
