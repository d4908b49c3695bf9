import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Db } from '../db/database.ts'
import { EncryptionDisabled, RotationRunning, RotationStalled } from './errors.ts'
import type { KeyRing } from './key-ring.ts'
import * as store from './vault.store.ts'
import { createVault, type Unreadable } from './vault.ts'

export type RotateOptions = {
  /** Needs two connections: one holds the rotation lock. */
  db: Database
  ring: KeyRing
  log(line: string): void
  /** Instead of adding a key: finish an interrupted rotation, then remove unused keys from the key file. */
  prune?: boolean
  batchSize?: number
  /** How long to wait without progress for secrets locked by open transactions. */
  stallTimeoutMs?: number
  /** Stops between two batches; the next rotation continues from there. */
  signal?: AbortSignal
}

export type Rotation = {
  keyId: string
  rewrapped: number
  unreadable: Unreadable
  /** Keys of the ring that no secret needs; removed from the file if it was pruned. */
  unused: string[]
}

/**
 * Safe while the service runs, and when killed at any point: the new key is on disk before it is used, the old ones
 * stay, and the table shows what is left to do.
 */
export async function rotate(options: RotateOptions): Promise<Rotation> {
  const { db, ring, log } = options
  if (!ring.enabled) throw new EncryptionDisabled()
  const lock = await db.begin()
  try {
    if (!(await store.lockRotation(lock))) throw new RotationRunning()
    let moved = await moveToNewest(options, lock)
    // An interrupted rotation leaves secrets under older keys: this run finishes them without adding another key.
    if (ring.file && !options.prune && moved.rewrapped === 0) {
      log(`Added the key ${await ring.file.addKey()} to ${ring.where}.`)
      moved = await moveToNewest(options, lock)
    } else if (ring.file && !options.prune) {
      log('Finished an interrupted rotation, without adding another key.')
    }
    const unused = await unusedKeys(db, ring)
    if (options.prune && ring.file && unused.length > 0) await ring.file.removeKeys(unused)
    return { ...moved, unused }
  } finally {
    await lock.rollback().catch(() => undefined)
  }
}

async function moveToNewest(options: RotateOptions, lock: Db) {
  const [newest, ...older] = await options.ring.keys()
  if (!newest) throw new EncryptionDisabled()
  await makeOnlyLiveKey(
    options.db,
    newest.id,
    older.map((key) => key.id),
  )
  return { keyId: newest.id, ...(await rewrapAll(options, lock)) }
}

/** From here on nobody can seal with another key, so the outstanding work only shrinks. */
async function makeOnlyLiveKey(db: Database, newest: string, older: readonly string[]) {
  await store.reviveKey(db, newest)
  // Includes keys that have sealed nothing yet: an outdated process must not start using one.
  for (const id of older) await store.registerKey(db, id)
  // One transaction per key: holding two could deadlock with a writer that uses both.
  for (const id of await store.selectLiveKeys(db))
    if (id !== newest) await db.transaction((tx) => store.retireKey(tx, id))
}

async function rewrapAll(options: RotateOptions, lock: Db) {
  const { db, ring, log, batchSize = 200, stallTimeoutMs = 60_000 } = options
  const vault = createVault({ keys: ring })
  const unreadable: Unreadable = new Map()
  const total = await vault.outstanding(db)
  let rewrapped = 0
  let lastProgress = Date.now()
  while (true) {
    options.signal?.throwIfAborted()
    // Keeps the transaction from idling out, and fails if the lock was lost.
    if (!(await store.lockRotation(lock))) throw new RotationRunning()
    const before = unreadable.size
    const n = await db.transaction((tx) => vault.rewrapBatch(tx, batchSize, unreadable))
    if (n > 0) log(`Rewrapped ${rewrapped + n} of ${total} secrets.`)
    rewrapped += n
    if (n > 0 || unreadable.size > before) lastProgress = Date.now()
    else {
      const left = await vault.outstanding(db, unreadable)
      if (left === 0) return { rewrapped, unreadable }
      if (Date.now() - lastProgress > stallTimeoutMs) throw new RotationStalled(left)
      await pause(100)
    }
  }
}

async function unusedKeys(db: Db, ring: KeyRing): Promise<string[]> {
  const used = await store.countSecretsByKey(db)
  const [, ...older] = await ring.keys()
  return older.map((key) => key.id).filter((id) => !used.has(id))
}
