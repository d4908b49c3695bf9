import { EncryptionDisabled } from '../../../platform/crypto/errors.ts'
import type { Vault } from '../../../platform/crypto/vault.ts'
import type { Db } from '../../../platform/db/database.ts'
import { fault } from '../../../platform/errors/app-error.ts'
import type { ConnectionRow, Provider } from './connections.store.ts'

const secretOwner = (connectionId: string) => ({ ownerKind: 'llm_connection', ownerId: connectionId })

// The last four characters would reveal too much of a short key.
const minLengthForHint = 12
export const hintOf = (key: string) => {
  const characters = [...key]
  return characters.length < minLengthForHint ? null : characters.slice(-4).join('')
}

/** The provider's own service always asks for a key; a server at another address may not. */
export const mayLackKey = (provider: Provider, baseUrl: string | null) =>
  provider === 'openai_compatible' || baseUrl !== null

export const storeKey = (db: Db, vault: Vault, connectionId: string, value: string): Promise<string> =>
  vault.put(db, { ...secretOwner(connectionId), value }).catch((error) => {
    if (error instanceof EncryptionDisabled) throw fault('llm.encryption_disabled')
    throw error
  })

/** Never log, store or return it. */
export async function readKey(
  db: Db,
  vault: Vault,
  { id, secretId }: Pick<ConnectionRow, 'id' | 'secretId'>,
): Promise<string | null> {
  if (secretId === null) return null
  return (await vault.read(db, secretId, secretOwner(id))) ?? null
}
