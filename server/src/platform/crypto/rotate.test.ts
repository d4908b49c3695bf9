import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from '../db/sql.ts'
import { idsOf, key, owner, rotationBench } from './fixtures/rotation.ts'
import { keyRingFromText } from './key-ring.ts'
import { createVault } from './vault.ts'

let t: Awaited<ReturnType<typeof rotationBench>>
beforeEach(async () => {
  t = await rotationBench()
})
afterEach(() => t.end())

test('rotating the key file moves every secret to a new key and reports unused keys', async () => {
  const service = await t.fileRing()
  const [old] = await idsOf(service)
  const secrets = await t.plant(createVault({ keys: service }), 25)
  const changed = await t.db.rows(sql`select updated_at from secrets order by id`)

  const result = await t.run(await t.fileRing())

  expect(result).toMatchObject({ rewrapped: 25, unused: [old] })
  expect(await t.db.rows(sql`select distinct key_id from secrets`)).toEqual([{ key_id: result.keyId }])
  expect(await t.db.rows(sql`select updated_at from secrets order by id`)).toEqual(changed)
  expect(await idsOf(service)).toEqual([result.keyId, old])
  await t.expectReadable(service, secrets)
  expect(t.lines.at(-1)).toBe('Rewrapped 25 of 25 secrets.')
  expect(t.lines.join()).not.toMatch(/planted/)
  const bytes = (await readFile(t.keyFile, 'utf8')).match(/(?<=:).{12}/g) ?? []
  for (const part of bytes) expect(t.lines.join()).not.toContain(part)
})

test('finishes under load with nothing outstanding and every secret readable', async () => {
  const service = await t.fileRing()
  const vault = createVault({ keys: service })
  const secrets = await t.plant(vault, 120)
  const ids = [...secrets.keys()]
  let going = true
  let works = 0
  const work = async (worker: number) => {
    while (going) {
      works += 1
      const value = `w${worker}-${works}`
      const at = Math.floor(Math.random() * 30) * 4 + worker
      const mine = ids[at] ?? ''
      if (works % 3 === 0) secrets.set(await vault.put(t.db, { ...owner, value }), value)
      else if (works % 3 === 1) {
        await t.db.transaction(async (tx) => {
          await vault.replace(tx, mine, owner, value)
          await pause(Math.random() * 5)
        })
        secrets.set(mine, value)
      } else expect(await vault.read(t.db, mine, owner)).toBe(secrets.get(mine))
    }
  }
  const load = Promise.all([0, 1, 2, 3].map(work))
  for (let round = 0; round < 3; round += 1) {
    await t.run(await t.fileRing(), { batchSize: 7 })
    expect(await vault.outstanding(t.db)).toBe(0)
    await pause(50)
    expect(await vault.outstanding(t.db)).toBe(0)
    const pruned = await t.run(await t.fileRing(), { prune: true })
    expect(await idsOf(service)).toEqual([pruned.keyId])
  }
  going = false
  await load
  expect(works).toBeGreaterThan(100)
  // A process that starts now knows only the key file.
  await t.expectReadable(await t.fileRing(), secrets)
})

test('with keys from the setting all secrets move to the first, and an outdated process cannot use the old one', async () => {
  const [a, b] = [`a:${key()}`, `b:${key()}`]
  const before = createVault({ keys: keyRingFromText(a) })
  const secrets = await t.plant(before, 12)
  const ring = keyRingFromText(`${b},${a}`)
  expect(await t.run(ring)).toMatchObject({ keyId: 'b', rewrapped: 12, unused: ['a'] })
  await t.expectReadable(keyRingFromText(b), secrets)
  await expect(before.put(t.db, { ...owner, value: 'x' })).rejects.toThrow(/was retired by a rotation/)
  // And back again.
  expect(await t.run(keyRingFromText(`${a},${b}`))).toMatchObject({
    keyId: 'a',
    rewrapped: 12,
    unused: ['b'],
  })
  await before.put(t.db, { ...owner, value: 'x' })
  expect(await t.run(keyRingFromText(`${a},${b}`))).toMatchObject({ rewrapped: 0 })
})

test('an outdated process cannot start using a key that had sealed nothing before the rotation', async () => {
  const [a, b] = [`a:${key()}`, `b:${key()}`]
  await t.run(keyRingFromText(`${b},${a}`))
  const behind = createVault({ keys: keyRingFromText(a) })
  await expect(behind.put(t.db, { ...owner, value: 'x' })).rejects.toThrow(/was retired by a rotation/)
})
