import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database'
import { sql } from '../db/sql.ts'
import { SecretUnreadable } from './errors.ts'
import { emptyKeyRing, keyRingFromText } from './key-ring.ts'
import { createVault } from './vault.ts'

let t: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  t = await testDatabase()
})
afterAll(() => t.drop())

const k1 = randomBytes(32).toString('base64')
const vault = createVault({ keys: keyRingFromText(`k1:${k1}`) })
const owner = { ownerKind: 'mailbox', ownerId: 'm1' }
const planted = 'planted-7f3a-secret-value'

const dump = async () => JSON.stringify(await t.db.rows(sql`select s::text as line from secrets s`))
const failure = async (work: Promise<unknown>): Promise<Error> => {
  const end = await work.then(
    () => new Error('expected a failure'),
    (error: unknown) => error,
  )
  if (!(end instanceof Error)) throw new Error('something other than an error was thrown')
  return end
}

test('a dump of the table does not contain the secret, and equal secrets look different', async () => {
  const one = await vault.put(t.db, { ...owner, value: planted })
  const two = await vault.put(t.db, { ...owner, value: planted })
  const text = await dump()
  for (const form of ['utf8', 'hex', 'base64', 'base64url'] as const)
    expect(text).not.toContain(Buffer.from(planted).toString(form).slice(0, 20))
  const rows = await t.db.rows<{ sealed: Buffer; wrapped_key: Buffer }>(
    sql`select sealed, wrapped_key from secrets where id in (${one}, ${two})`,
  )
  expect(rows[0]?.sealed.equals(rows[1]?.sealed ?? Buffer.alloc(0))).toBe(false)
  expect(rows[0]?.wrapped_key.equals(rows[1]?.wrapped_key ?? Buffer.alloc(0))).toBe(false)
})

test('an error shows neither the secret nor the key', async () => {
  const id = await vault.put(t.db, { ...owner, value: planted })
  const other = randomBytes(32).toString('base64')
  const errors = [
    await failure(createVault({ keys: keyRingFromText(`k1:${other}`) }).read(t.db, id, owner)),
    await failure(createVault({ keys: keyRingFromText(`k9:${other}`) }).read(t.db, id, owner)),
    await failure(createVault({ keys: emptyKeyRing() }).put(t.db, { ...owner, value: planted })),
    await failure(vault.put(t.db, { ownerKind: 'with a \0', ownerId: 'm1', value: planted })),
    await failure(vault.replace(t.db, 'no uuid', owner, planted)),
  ]
  const printed = inspect(errors, { depth: 10, showHidden: true })
  for (const hidden of [planted, Buffer.from(planted).toString('hex'), k1, other])
    expect(printed).not.toContain(hidden)
})

test.each([
  ['the sealed value', sql`sealed = o.sealed`],
  ['the wrapped key', sql`wrapped_key = o.wrapped_key`],
  ['both', sql`sealed = o.sealed, wrapped_key = o.wrapped_key`],
])('a ciphertext copied to another row does not open: %s', async (_what, columns) => {
  const from = await vault.put(t.db, { ...owner, value: planted })
  const to = await vault.put(t.db, { ownerKind: 'mailbox', ownerId: 'attacker', value: 'own' })
  await t.db.run(sql`update secrets s set ${columns} from secrets o where s.id = ${to} and o.id = ${from}`)
  const error = await failure(vault.read(t.db, to, { ownerKind: 'mailbox', ownerId: 'attacker' }))
  expect(error).toBeInstanceOf(SecretUnreadable)
})

test('a row moved to another owner or key does not open', async () => {
  const thief = { ownerKind: 'mailbox', ownerId: 'attacker' }
  const id = await vault.put(t.db, { ...owner, value: planted })
  await t.db.run(sql`update secrets set owner_id = ${thief.ownerId} where id = ${id}`)
  expect(await failure(vault.read(t.db, id, thief))).toBeInstanceOf(SecretUnreadable)

  const twins = createVault({ keys: keyRingFromText(`k1:${k1},twin:${k1}`) })
  const second = await vault.put(t.db, { ...owner, value: planted })
  await t.db.run(sql`insert into secret_keys (id) values ('twin')`)
  await t.db.run(sql`update secrets set key_id = 'twin' where id = ${second}`)
  expect(await failure(twins.read(t.db, second, owner))).toBeInstanceOf(SecretUnreadable)
})

test('detects every changed byte', async () => {
  const id = await vault.put(t.db, { ...owner, value: 'short' })
  const size = 1 + 12 + 16 + 5
  for (let at = 0; at < size; at += 1) {
    const flip = sql`update secrets set sealed = set_byte(sealed, ${at}::int, get_byte(sealed, ${at}::int) # 1)
      where id = ${id}`
    await t.db.run(flip)
    expect(await failure(vault.read(t.db, id, owner))).toBeInstanceOf(SecretUnreadable)
    await t.db.run(flip)
  }
  expect(await vault.read(t.db, id, owner)).toBe('short')
})
