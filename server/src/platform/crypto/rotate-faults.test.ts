import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from '../db/sql.ts'
import { EncryptionDisabled, RotationRunning, RotationStalled } from './errors.ts'
import { idsOf, key, owner, rotationBench } from './fixtures/rotation.ts'
import { emptyKeyRing, keyRingFromText } from './key-ring.ts'
import { lockRotation } from './vault.store.ts'
import { createVault } from './vault.ts'

let t: Awaited<ReturnType<typeof rotationBench>>
beforeEach(async () => {
  t = await rotationBench()
})
afterEach(() => t.end())

test('after a stop at any batch, the next run finishes without creating another key', async () => {
  const service = await t.fileRing()
  const secrets = await t.plant(createVault({ keys: service }), 45)
  for (const batches of [1, 2]) {
    const stop = new AbortController()
    let n = 0
    const log = (line: string) => {
      if (line.startsWith('Rewrapped')) n += 1
      if (n === batches) stop.abort(new Error('killed'))
    }
    await expect(t.run(await t.fileRing(), { log, signal: stop.signal })).rejects.toThrow('killed')
    await t.expectReadable(service, secrets)
  }
  expect(await createVault({ keys: service }).outstanding(t.db)).toBe(15)
  const result = await t.run(await t.fileRing())
  expect(result.rewrapped).toBe(15)
  expect(await idsOf(service)).toHaveLength(2)
  expect(t.lines.at(-1)).toBe('Finished an interrupted rotation, without adding another key.')
  await t.expectReadable(await t.fileRing(), secrets)
})

test('reports unreadable records, keeps their keys, and rotates the others', async () => {
  const service = await t.fileRing()
  const [old = ''] = await idsOf(service)
  const vault = createVault({ keys: service })
  const secrets = await t.plant(vault, 15)
  const [damaged = ''] = secrets.keys()
  await t.db.run(sql`update secrets set wrapped_key = '\x01' where id = ${damaged}`)
  const lost = await createVault({ keys: keyRingFromText(`gone:${key()}`) }).put(t.db, {
    ...owner,
    value: 'x',
  })
  secrets.delete(damaged)

  const result = await t.run(await t.fileRing(), { batchSize: 1 })
  expect([...result.unreadable.keys()].sort()).toEqual([damaged, lost].sort())
  expect(result.unreadable.get(lost)?.message).toContain('"gone"')
  expect(result).toMatchObject({ rewrapped: 14, unused: [] })
  const pruned = await t.run(await t.fileRing(), { prune: true })
  expect(pruned.unused).toEqual([])
  expect(await idsOf(service)).toEqual([result.keyId, old])
  await t.expectReadable(await t.fileRing(), secrets)
  expect(await t.run(await t.fileRing())).toMatchObject({ rewrapped: 14, unused: [result.keyId] })
})

test('rejects a second concurrent rotation', async () => {
  const ring = await t.fileRing()
  const tx = await t.db.begin()
  expect(await lockRotation(tx)).toBe(true)
  await expect(t.run(ring)).rejects.toBeInstanceOf(RotationRunning)
  await tx.rollback()
  await t.run(ring)
})

test('waits for a secret locked by an open transaction, then reports it', async () => {
  const ring = await t.fileRing()
  const secrets = await t.plant(createVault({ keys: ring }), 3)
  const [locked = ''] = secrets.keys()
  const tx = await t.db.begin()
  await tx.row(sql`select id from secrets where id = ${locked} for update`)
  await expect(t.run(await t.fileRing(), { stallTimeoutMs: 250 })).rejects.toBeInstanceOf(RotationStalled)
  const waiting = t.run(await t.fileRing())
  await pause(200)
  await tx.rollback()
  expect(await waiting).toMatchObject({ rewrapped: 1 })
  await t.expectReadable(ring, secrets)
})

test('without a key there is nothing to rotate', async () => {
  await expect(t.run(emptyKeyRing())).rejects.toBeInstanceOf(EncryptionDisabled)
})
