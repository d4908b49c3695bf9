import type { Db } from '../../platform/db/database.ts'
import { findOAuthAccounts } from '../mailboxes/index.ts'
import { findConnections } from './connections.store.ts'
import { describeConnection } from './describe-connection.ts'
import { providerOf } from './oauth-types.ts'

/** For an OAuth account type, lists the mailboxes connected by it. They are managed by the mailboxes slice. */
export async function listConnections(db: Db, memberId: string, type: string | undefined) {
  const provider = type === undefined ? undefined : providerOf(type)
  if (type === undefined || provider === undefined)
    return { items: (await findConnections(db, memberId, type)).map(describeConnection) }
  const accounts = await findOAuthAccounts(db, memberId, provider)
  return {
    items: accounts.map(({ id, address, createdAt, connectedAt }) =>
      describeConnection({
        id,
        type,
        name: address,
        scope: 'member',
        kind: null,
        hint: null,
        origins: [],
        createdAt,
        updatedAt: connectedAt,
      }),
    ),
  }
}
