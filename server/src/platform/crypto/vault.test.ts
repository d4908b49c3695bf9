import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database'
import { untilWaiting } from '#test/locks'
import { sql } from '../db/sql.ts'
import { EncryptionDisabled, KeyMissing, KeysRetired } from './errors.ts'
import { emptyKeyRing, keyRingFromText } from './key-ring.ts'
import { retireKey } from './vault.store.ts'
import { createVault } from './vault.ts'

let t: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  t = await testDatabase()
})
afterAll(() => t.drop())

const k1 = randomBytes(32).toString('base64')
const vault = createVault({ keys: keyRingFromText(`k1:${k1}`) })
const owner = { ownerKind: 'mailbox', ownerId: 'm1' }

const dump = async () => JSON.stringify(await t.db.rows(sql`select s::text as line from secrets s`))
const failure = async (work: Promise<unknown>): Promise<Error> => {
  const end = await work.then(
    () => new Error('expected a failure'),
    (error: unknown) => error,
  )
  if (!(end instanceof Error)) throw new Error('something other than an error was thrown')
  return end
}

test('a secret is stored, read, replaced and removed', async () => {
  const id = await vault.put(t.db, { ...owner, value: 'first' })
  expect(await vault.read(t.db, id, owner)).toBe('first')
  expect(await vault.replace(t.db, id, owner, 'zweite 🔑')).toBe(true)
  expect(await vault.read(t.db, id.toUpperCase(), owner)).toBe('zweite 🔑')
  expect(await vault.replace(t.db, id.toUpperCase(), owner, '')).toBe(true)
  expect(await vault.read(t.db, id, owner)).toBe('')
  expect(await vault.remove(t.db, id)).toBe(true)
  expect(await vault.read(t.db, id, owner)).toBeUndefined()
  expect(await vault.replace(t.db, id, owner, 'x')).toBe(false)
  expect(await vault.remove(t.db, id)).toBe(false)
})

test('joins the transaction of the caller', async () => {
  const tx = await t.db.begin()
  const id = await vault.put(tx, { ...owner, value: 'x' })
  expect(await vault.read(tx, id, owner)).toBe('x')
  await tx.rollback()
  expect(await vault.read(t.db, id, owner)).toBeUndefined()
})

test('another owner can neither read nor replace a secret', async () => {
  const id = await vault.put(t.db, { ...owner, value: 'mine' })
  for (const other of [
    { ownerKind: 'mailbox', ownerId: 'm2' },
    { ownerKind: 'connection', ownerId: 'm1' },
  ]) {
    expect(await vault.read(t.db, id, other)).toBeUndefined()
    expect(await vault.replace(t.db, id, other, 'theirs')).toBe(false)
  }
  expect(await vault.read(t.db, id, owner)).toBe('mine')
})

test('names the id of a missing key, and reports a different key under the same id', async () => {
  const id = await vault.put(t.db, { ...owner, value: 'x' })
  const other = randomBytes(32).toString('base64')
  const missing = await failure(createVault({ keys: keyRingFromText(`k9:${other}`) }).read(t.db, id, owner))
  expect(missing).toBeInstanceOf(KeyMissing)
  expect(missing.message).toBe(
    `The secret ${id} is sealed with the key "k1", which is missing from MAILWRIGHT_SECRET_KEY: add it there.`,
  )
  const wrong = await failure(createVault({ keys: keyRingFromText(`k1:${other}`) }).read(t.db, id, owner))
  expect(wrong.message).toMatch(/does not open with the key "k1": the key with that id is not the one/)
})

test('without any key storing fails and nothing is written', async () => {
  const disabled = createVault({ keys: emptyKeyRing() })
  const id = await vault.put(t.db, { ...owner, value: 'x' })
  const before = await dump()
  expect(disabled.enabled).toBe(false)
  expect(await failure(disabled.put(t.db, { ...owner, value: 'y' }))).toBeInstanceOf(EncryptionDisabled)
  expect(await failure(disabled.replace(t.db, id, owner, 'y'))).toBeInstanceOf(EncryptionDisabled)
  expect(await failure(disabled.read(t.db, id, owner))).toBeInstanceOf(KeyMissing)
  expect(await disabled.read(t.db, '00000000-0000-7000-8000-000000000000', owner)).toBeUndefined()
  expect(await dump()).toBe(before)
})

test('a retired key seals nothing: the next one does, and without one the error says what to do', async () => {
  const [a, b] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
  const behind = createVault({ keys: keyRingFromText(`ra:${a}`) })
  const ready = createVault({ keys: keyRingFromText(`ra:${a},rb:${b}`) })
  const id = await behind.put(t.db, { ...owner, value: 'old' })
  await t.db.transaction((tx) => retireKey(tx, 'ra'))
  expect(await failure(behind.put(t.db, { ...owner, value: 'x' }))).toBeInstanceOf(KeysRetired)
  expect(await failure(behind.replace(t.db, id, owner, 'x'))).toBeInstanceOf(KeysRetired)
  expect(await behind.read(t.db, id, owner)).toBe('old')
  expect(await ready.replace(t.db, id, owner, 'new')).toBe(true)
  expect(await ready.read(t.db, id, owner)).toBe('new')
  const row = await t.db.row(sql`select key_id from secrets where id = ${id}`)
  expect(row).toEqual({ key_id: 'rb' })
})

test('retiring waits for a transaction that has sealed with the key', async () => {
  const ring = createVault({ keys: keyRingFromText(`rw:${k1}`) })
  await ring.put(t.db, { ...owner, value: 'x' })
  const tx = await t.db.begin()
  await ring.put(tx, { ...owner, value: 'open' })
  let retired = false
  const retiring = t.db
    .transaction((other) => retireKey(other, 'rw'))
    .then(() => {
      retired = true
    })
  await untilWaiting(t.db, 1)
  expect(retired).toBe(false)
  await tx.commit()
  await retiring
  expect(retired).toBe(true)
})

test('retries when a rotation happens between reading the key file and the write', async () => {
  const old = keyRingFromText(`rc-old:${k1}`)
  const now = keyRingFromText(`rc-new:${k1},rc-old:${k1}`)
  await createVault({ keys: old }).put(t.db, { ...owner, value: 'x' })
  await t.db.transaction((tx) => retireKey(tx, 'rc-old'))
  const looks = [old, now]
  const racing = createVault({ keys: { ...now, keys: () => (looks.shift() ?? now).keys() } })
  const id = await racing.put(t.db, { ...owner, value: 'through' })
  expect(await racing.read(t.db, id, owner)).toBe('through')
})
