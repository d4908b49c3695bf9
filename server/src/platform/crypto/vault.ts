import type { Db } from '../db/database.ts'
import { newId } from '../ids/ids.ts'
import { rewrap, seal, unseal } from './envelope.ts'
import { EncryptionDisabled, KeyMissing, KeysRetired, SecretUnreadable } from './errors.ts'
import type { KeyRing, MasterKey } from './key-ring.ts'
import * as store from './vault.store.ts'

type Owner = store.Owner
/** Records that do not open, by id, with the reason. */
export type Unreadable = Map<string, Error>

export type Vault = {
  readonly enabled: boolean
  /** Throws EncryptionDisabled if there is no key. */
  put(db: Db, secret: Owner & { value: string }): Promise<string>
  /** False if the owner has no such secret. Throws EncryptionDisabled if there is no key. */
  replace(db: Db, id: string, owner: Owner, value: string): Promise<boolean>
  /** Undefined if the owner has no such secret; throws if it exists and does not open. */
  read(db: Db, id: string, owner: Owner): Promise<string | undefined>
  remove(db: Db, id: string): Promise<boolean>
  /**
   * Rewraps up to `size` data keys with the newest key and returns how many; call it in a transaction. Records that do
   * not open are added to `unreadable` and skipped; without it they throw.
   */
  rewrapBatch(db: Db, size: number, unreadable?: Unreadable): Promise<number>
  /** Secrets that are not under the newest key. */
  outstanding(db: Db, except?: Unreadable): Promise<number>
}

export function createVault({ keys }: { keys: KeyRing }): Vault {
  const newest = async (): Promise<MasterKey> => {
    const [key] = await keys.keys()
    if (!key) throw new EncryptionDisabled()
    return key
  }

  const put: Vault['put'] = async (db, { ownerKind, ownerId, value }) => {
    const place = { id: newId(), ownerKind, ownerId }
    await writeWithLiveKey(db, keys, (key) =>
      store.insertSecret(db, { ...place, ...seal(key, place, value) }),
    )
    return place.id
  }

  const replace: Vault['replace'] = async (db, id, { ownerKind, ownerId }, value) => {
    const place = { id: id.toLowerCase(), ownerKind, ownerId }
    const write = (key: MasterKey) => store.updateSecret(db, { ...place, ...seal(key, place, value) })
    return (await writeWithLiveKey(db, keys, write)) > 0
  }

  const read: Vault['read'] = async (db, id, owner) => {
    const row = await store.selectSecret(db, id, owner)
    if (!row) return undefined
    const value = unseal(await keyOf(keys, row), row, row)
    if (value === undefined) throw new SecretUnreadable(row.id, row.keyId)
    return value
  }

  const rewrapBatch: Vault['rewrapBatch'] = async (db, size, unreadable) => {
    const to = await newest()
    const rows = await store.lockSecretsNotUnder(db, to.id, [...(unreadable?.keys() ?? [])], size)
    const batch: store.Rewrapped[] = []
    for (const row of rows) {
      try {
        batch.push({ id: row.id, before: row.wrappedKey, after: await rewrapRow(keys, row, to) })
      } catch (error) {
        if (!unreadable || !(error instanceof KeyMissing || error instanceof SecretUnreadable)) throw error
        unreadable.set(row.id, error)
      }
    }
    if (batch.length === 0) return 0
    const one = { ...keys, keys: async () => [to] }
    return writeWithLiveKey(db, one, (key) => store.updateWrappedKeys(db, key.id, batch))
  }

  return {
    enabled: keys.enabled,
    put,
    replace,
    read,
    remove: async (db, id) => (await store.deleteSecret(db, id)) > 0,
    rewrapBatch,
    outstanding: async (db, except) =>
      store.countSecretsNotUnder(db, (await newest()).id, [...(except?.keys() ?? [])]),
  }
}

async function keyOf(keys: KeyRing, row: store.SealedRow): Promise<MasterKey> {
  const key = await keys.find(row.keyId)
  if (!key) throw new KeyMissing(row.id, row.keyId, keys.where)
  return key
}

async function rewrapRow(keys: KeyRing, row: store.SealedRow, to: MasterKey): Promise<Buffer> {
  const wrapped = rewrap(await keyOf(keys, row), to, row, row.wrappedKey)
  if (!wrapped) throw new SecretUnreadable(row.id, row.keyId)
  return wrapped
}

/** Seals with the newest key that is not retired. Returns the number of rows written. */
async function writeWithLiveKey(
  db: Db,
  keys: KeyRing,
  write: (key: MasterKey) => Promise<store.Written>,
): Promise<number> {
  if (!keys.enabled) throw new EncryptionDisabled()
  // Twice: a rotation between reading the file and the write leaves only retired keys; the file then has the new one.
  for (const _round of [1, 2]) {
    for (const key of await keys.keys()) {
      const first = await write(key)
      if (first.live) return first.done
      // Never used before, or retired: the second write shows which.
      await store.registerKey(db, key.id)
      const second = await write(key)
      if (second.live) return second.done
    }
  }
  const ids = (await keys.keys()).map((key) => key.id)
  throw new KeysRetired(ids, keys.where)
}
