import { createBatcher } from '../../../platform/concurrency/batcher.ts'
import type { Vault } from '../../../platform/crypto/vault.ts'
import type { Db } from '../../../platform/db/database.ts'
import { readKey } from '../connections/api-key.ts'
import type { ConnectionRow } from '../connections/connections.store.ts'
import { readConfiguration } from '../models/resolve-model.ts'
import { findAnswers } from './calls.store.ts'

const maxKeys = 100
const maxBatch = 500

/** What calls read before they begin: those that arrive together share their statements. */
export function createSharedReads({ db, vault }: { db: Db; vault: Vault }) {
  // A replaced key is another secret, so what is known of one never changes.
  const keys = new Map<string, string | null>()

  const findAnswer = createBatcher(
    async (wanted: string[]) => {
      const found = new Map((await findAnswers(db, wanted)).map((row) => [row.key, row]))
      return wanted.map((key) => found.get(key))
    },
    { maxBatch },
  )
  const read = createBatcher(
    async (asked: null[]) => {
      const configuration = await readConfiguration(db)
      return asked.map(() => configuration)
    },
    { maxBatch, maxInFlight: 1 },
  )

  return {
    findAnswer,
    readConfiguration: () => read(null),
    async readKey(connection: ConnectionRow): Promise<string | null> {
      const { secretId } = connection
      if (secretId === null) return null
      const known = keys.get(secretId)
      if (known !== undefined) return known
      const key = await readKey(db, vault, connection)
      if (keys.size >= maxKeys) keys.clear()
      keys.set(secretId, key)
      return key
    },
  }
}
export type SharedReads = ReturnType<typeof createSharedReads>
