import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSession } from '#test/client'
import { createMember, type TestMember } from '#test/factories'
import { testKeys } from '#test/open-mail'
import { type TestServer, testServer } from '#test/server'
import { createApp } from '../../composition/app.ts'
import { readConfig } from '../config/read-config.ts'
import { emptyKeyRing, type KeyRing, keyRingFromText } from '../crypto/key-ring.ts'
import { sql } from '../db/sql.ts'
import { createLog } from '../log/log.ts'
import { createFingerprints } from './body-fingerprint.ts'

const key = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`
const ring = (...texts: string[]) => keyRingFromText(texts.join(','))
const body = { address: 'ada@example.com', password: 'hunter2' }
const sorted = { password: 'hunter2', address: 'ada@example.com' }
const other = { ...body, password: 'hunter3' }

describe('the fingerprint of a body', () => {
  it.each<[string, KeyRing]>([
    ['with a key', ring(key('a', 1))],
    ['with a salt alone', emptyKeyRing()],
  ])('distinguishes different content, %s', async (_how, keys) => {
    const fingerprints = createFingerprints(keys)
    const made = await fingerprints.of(body)
    expect(await fingerprints.matches(sorted, made)).toBe(true)
    expect(await fingerprints.matches(other, made)).toBe(false)
    expect(await fingerprints.matches(undefined, made)).toBe(false)
    const nothing = await fingerprints.of(undefined)
    expect(await fingerprints.matches(undefined, nothing)).toBe(true)
  })

  it('differs each time and cannot be computed without the key', async () => {
    const fingerprints = createFingerprints(ring(key('a', 1)))
    const [one, two] = [await fingerprints.of(body), await fingerprints.of(body)]
    expect(one.hash.equals(two.hash)).toBe(false)
    for (const text of [JSON.stringify(body), JSON.stringify(Object.entries(body).sort())])
      expect(one.hash.equals(createHash('sha256').update(text).digest())).toBe(false)
    // Without the key, a guess cannot be verified against the row.
    const guess = createFingerprints(ring(key('a', 2)))
    expect(await guess.matches(body, one)).toBe(false)
    expect(await createFingerprints(emptyKeyRing()).matches(body, { ...one, keyId: null })).toBe(false)
  })

  it('still matches after a rotation while its key is in the ring', async () => {
    const made = await createFingerprints(ring(key('a', 1))).of(body)
    const rotated = createFingerprints(ring(key('b', 2), key('a', 1)))
    expect((await rotated.of(body)).keyId).toBe('b')
    expect(await rotated.matches(body, made)).toBe(true)
    expect(await rotated.matches(other, made)).toBe(false)
  })

  it('matches when its key is gone or when there is no fingerprint', async () => {
    const made = await createFingerprints(ring(key('a', 1))).of(body)
    const without = createFingerprints(ring(key('b', 2)))
    expect(await without.matches(other, made)).toBe(true)
    expect(await without.matches(other, { keyId: null, salt: null, hash: null })).toBe(true)
  })
})

describe('a remembered request', () => {
  let server: TestServer
  let ada: TestMember
  beforeAll(async () => {
    server = await testServer()
    ada = await createMember(server)
  })
  afterAll(() => server.close())

  const send = (url: string, name: string, mark: string) =>
    asSession(url, ada.sessionToken)('POST', '/api/v1/signatures', {
      body: { name },
      headers: { 'idempotency-key': mark },
    })
  const neighbour = async (keys: KeyRing) => {
    const config = readConfig({ PORT: '0', MAILWRIGHT_ROLES: 'api' })
    const app = await createApp({ config, databaseUrl: server.databaseUrl, keys, log: createLog('silent') })
    await app.start()
    return app
  }

  it('is recognised by another process with the same keys, and so is a different body', async () => {
    const first = await send(server.url, 'Here', 'shared')
    const app = await neighbour(testKeys())
    const again = await send(app.origin.url, 'Here', 'shared')
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true'])
    expect((await send(app.origin.url, 'There', 'shared')).body.code).toBe('idempotency.key_reused')
    await app.close()
  })

  it('is replayed, not executed again, by a process whose ring lost the key', async () => {
    const first = await send(server.url, 'Rotated', 'rotated')
    const app = await neighbour(ring(`new:${randomBytes(32).toString('base64')}`))
    expect((await send(app.origin.url, 'Rotated', 'rotated')).text).toBe(first.text)
    await app.close()
    expect(await server.db.rows(sql`select from signatures where name = 'Rotated'`)).toHaveLength(1)
  })

  it('leaves no plain hash of its body in the database', async () => {
    await send(server.url, 'Kept', 'kept')
    const row = await server.db.row<{ hash: Buffer; keyId: string; salt: Buffer }>(sql`
      select body_hash as hash, hash_key_id as "keyId", hash_salt as salt from idempotency_keys
      where key = 'kept'`)
    expect([row?.keyId, row?.salt.length, row?.hash.length]).toEqual(['test', 16, 32])
    // With the validator's defaults, and in the format of the previous implementation.
    const entries = Object.entries({ bodyHtml: '', bodyText: '', name: 'Kept', scope: 'member' })
    expect(row?.hash).not.toEqual(createHash('sha256').update(JSON.stringify(entries)).digest())
  })
})
