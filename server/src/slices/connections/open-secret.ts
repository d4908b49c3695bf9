import type { Vault } from '../../platform/crypto/vault.ts'
import type { Db } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import type { ConnectionData } from './connection-data.ts'
import { type ConnectionRow, findConnection } from './connections.store.ts'

export const secretOwner = (connectionId: string) => ({ ownerKind: 'connection', ownerId: connectionId })

const reasons = {
  missing: 'is missing',
  wrong_type: 'is of another type',
  no_origins:
    'belongs to the organisation and names no origins; an administrator must set them before it can be used',
  origin_not_allowed: 'must not be sent to this address: it is not one of its origins',
}
type UnusableReason = keyof typeof reasons

/** The connection cannot be used for this, or at all. Never contains the secret. */
export class ConnectionUnusable extends Error {
  override name = 'ConnectionUnusable'
  readonly credentialId: string
  readonly reason: UnusableReason

  constructor(credentialId: string, reason: UnusableReason) {
    super(`The connection ${credentialId.slice(0, 64)} ${reasons[reason]}.`)
    this.credentialId = credentialId
    this.reason = reason
  }
}

export type ConnectionRef = { credentialId: string; memberId: string }
export type OpenedConnection = Pick<ConnectionRow, 'type' | 'name' | 'scope' | 'origins'> & {
  data: ConnectionData
}

/** The secret of a connection, for the member whose workflow uses it. Never log, store or return it. */
export async function openSecret(
  db: Db,
  vault: Vault,
  { credentialId, memberId }: ConnectionRef,
): Promise<OpenedConnection> {
  const found = isUuid(credentialId) ? await findConnection(db, memberId, credentialId) : undefined
  const value = found && (await vault.read(db, found.secretId, secretOwner(found.id)))
  if (!found || value === undefined) throw new ConnectionUnusable(credentialId, 'missing')
  const { type, name, scope, origins } = found
  return { type, name, scope, origins, data: JSON.parse(value) as ConnectionData }
}
