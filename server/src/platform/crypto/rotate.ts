import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Db } from '../db/database.ts'
import { EncryptionDisabled, RotationRunning, RotationStalled } from './errors.ts'
import type { KeyRing } from './key-ring.ts'
import * as store from './vault.store.ts'
import { createVault, type Unreadable } from './vault.ts'

export type RotateOptions = {
  /** Needs two connections: one holds the lock of the rotation. */
  db: Database
  ring: KeyRing
  log(line: string): void
  /** Instead of a new key: finish what is unfinished, then take unused keys out of the key file. */
  prune?: boolean
  batchSize?: number
  /** How long secrets held by open transactions may keep us waiting without any progress. */
  patienceMs?: number
  /** Stops between two batches; the next rotation goes on from there. */
  signal?: AbortSignal
}

export type Rotation = {
  keyId: string
  rewrapped: number
  unreadable: Unreadable
  /** Keys of the ring that no secret needs; gone from the file where it was pruned. */
  unused: string[]
}

/**
 * Safe beside a running service, and killed at any point: the new key is on the disk before it is used, the old ones
 * stay, and what is left to do is what the table says.
 */
export async function rotate(options: RotateOptions): Promise<Rotation> {
  const { db, ring, log } = options
  if (!ring.enabled) throw new EncryptionDisabled()
  const lock = await db.begin()
  try {
    if (!(await store.lockRotation(lock))) throw new RotationRunning()
    let moved = await moveToNewest(options, lock)
    // A rotation cut short leaves secrets under older keys: they are the work of this run, without yet another key.
    if (ring.file && !options.prune && moved.rewrapped === 0) {
      log(`Added the key ${await ring.file.addKey()} to ${ring.where}.`)
      moved = await moveToNewest(options, lock)
    } else if (ring.file && !options.prune) {
      log('An earlier rotation was unfinished: finished it, without another new key.')
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

/** From here on nobody can seal under another key, so what is outstanding only shrinks. */
async function makeOnlyLiveKey(db: Database, newest: string, older: readonly string[]) {
  await store.reviveKey(db, newest)
  // Also those that have sealed nothing yet: a process that is behind must not begin with one.
  for (const id of older) await store.registerKey(db, id)
  // One transaction a key: two held together could wait in a circle with a writer that uses both.
  for (const id of await store.selectLiveKeys(db))
    if (id !== newest) await db.transaction((tx) => store.retireKey(tx, id))
}

async function rewrapAll(options: RotateOptions, lock: Db) {
  const { db, ring, log, batchSize = 200, patienceMs = 60_000 } = options
  const vault = createVault({ keys: ring })
  const unreadable: Unreadable = new Map()
  const total = await vault.outstanding(db)
  let rewrapped = 0
  let lastProgress = Date.now()
  while (true) {
    options.signal?.throwIfAborted()
    // Keeps its transaction from idling out, and fails where the lock was lost.
    if (!(await store.lockRotation(lock))) throw new RotationRunning()
    const before = unreadable.size
    const n = await db.transaction((tx) => vault.rewrapBatch(tx, batchSize, unreadable))
    if (n > 0) log(`Rewrapped ${rewrapped + n} of ${total} secrets.`)
    rewrapped += n
    if (n > 0 || unreadable.size > before) lastProgress = Date.now()
    else {
      const left = await vault.outstanding(db, unreadable)
      if (left === 0) return { rewrapped, unreadable }
      if (Date.now() - lastProgress > patienceMs) throw new RotationStalled(left)
      await pause(100)
    }
  }
}

async function unusedKeys(db: Db, ring: KeyRing): Promise<string[]> {
  const used = await store.countSecretsByKey(db)
  const [, ...older] = await ring.keys()
  return older.map((key) => key.id).filter((id) => !used.has(id))
}
