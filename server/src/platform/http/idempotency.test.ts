import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#platform/db/sql'
import { startChildServer } from '#test/child-server'
import { asSession } from '#test/client'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'

let server: TestServer
let ada: TestMember
const path = '/api/v1/signatures'

beforeAll(async () => {
  server = await testServer()
  ada = await createMember(server)
})
afterAll(() => server.close())

const send = (name: string, key: string, more: object = {}, member = ada) =>
  member.session('POST', path, { body: { name, ...more }, headers: { 'idempotency-key': key } })
const countOf = async (name: string) =>
  (await server.db.rows(sql`select from signatures where name = ${name}`)).length

describe('an idempotency key', () => {
  it('executes fifty parallel requests once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => send('Fifty', 'fifty')))
    expect(await countOf('Fifty')).toBe(1)
    const made = answers.filter((a) => a.status === 201)
    const waiting = answers.filter((a) => a.status === 409)
    expect(made.length + waiting.length).toBe(50)
    expect(new Set(made.map((a) => a.text)).size).toBe(1)
    expect(made.filter((a) => a.headers.get('idempotency-replayed') === null)).toHaveLength(1)
    for (const answer of waiting) {
      expect(answer.body.code).toBe('idempotency.in_progress')
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })

  it('returns the original reply to a replay, byte for byte', async () => {
    const first = await send('Replay', 'replay')
    const again = await send('Replay', 'replay')
    expect([again.status, again.text]).toEqual([201, first.text])
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
  })

  it('compares bodies by content, not by the order of keys', async () => {
    const raw = (text: string) =>
      ada.session('POST', path, { raw: text, headers: { 'idempotency-key': 'order' } })
    await raw('{"name":"Order","bodyText":"x"}')
    expect((await raw('{ "bodyText": "x", "name": "Order" }')).headers.get('idempotency-replayed')).toBe(
      'true',
    )
  })

  it('rejects a different body', async () => {
    await send('Body', 'body')
    const other = await send('Other body', 'body')
    expect([other.status, other.body.code]).toEqual([422, 'idempotency.key_reused'])
  })

  it('replays an error', async () => {
    await send('Taken', 'first')
    const rejected = await send('Taken', 'second')
    expect([rejected.status, rejected.body.code]).toEqual([409, 'contacts.duplicate_signature_name'])
    await server.db.run(sql`delete from signatures where name = 'Taken'`)
    const again = await send('Taken', 'second')
    expect([again.status, again.text]).toEqual([409, rejected.text])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await countOf('Taken')).toBe(0)
  })

  it('belongs to one member, method and path', async () => {
    const bob = await createMember(server)
    const mine = await send('Shared', 'shared')
    const his = await send('Shared', 'shared', {}, bob)
    expect(his.status).toBe(201)
    expect(his.body.signature.id).not.toBe(mine.body.signature.id)
    const mirror = await ada.session('POST', '/api/v1/webmail/signatures', {
      body: { name: 'Elsewhere' },
      headers: { 'idempotency-key': 'shared' },
    })
    expect(mirror.status).toBe(201)
  })

  it.each(['', 'x'.repeat(201)])('is rejected if its length is invalid (%#)', async (key) => {
    const answer = await send('Never', key)
    expect([answer.status, answer.body.code]).toEqual([400, 'idempotency.invalid_key'])
  })

  it('does not store a reply above 64 KB, and reports it', async () => {
    const bodyText = 'é'.repeat(10_000)
    const bodyHtml = 'é'.repeat(50_000)
    const large = await send('Large', 'large', { bodyText, bodyHtml })
    expect(large.status).toBe(201)
    expect(large.headers.get('idempotency-replayed')).toBe('unsupported')
    expect(large.body.signature.bodyHtml).toBe(bodyHtml)
    const row = await server.db.row(sql`select from idempotency_keys where key = 'large'`)
    expect(row).toBeUndefined()
  })

  it('expires after 24 hours', async () => {
    await send('Day', 'day')
    await server.db.run(
      sql`update idempotency_keys set created_at = now() - interval '25 hours' where key = 'day'`,
    )
    expect((await send('Next day', 'day')).status).toBe(201)
  })

  it('is ignored by routes that do not support it', async () => {
    const answer = await ada.session('GET', path, { headers: { 'idempotency-key': 'get' } })
    expect(answer.status).toBe(200)
  })
})

describe('a crash', () => {
  const crash = async (name: string, sleepAt: 'insert' | 'commit') => {
    await server.db.run(sql`
      create or replace function be_slow() returns trigger language plpgsql as
      $$ begin perform pg_sleep(1.5); return new; end $$`)
    if (sleepAt === 'insert')
      await server.db.run(sql`create trigger slow after insert on signatures execute function be_slow()`)
    else
      await server.db.run(sql`
        create constraint trigger slow after insert on signatures deferrable initially deferred
        for each row execute function be_slow()`)
    const child = await startChildServer({ DATABASE_URL: server.databaseUrl, MAILWRIGHT_ROLES: 'api' })
    const sent = asSession(child.url, ada.sessionToken)('POST', path, {
      body: { name },
      headers: { 'idempotency-key': name },
    }).catch(() => 'no answer')
    await expect
      .poll(async () => server.db.row(sql`select from pg_stat_activity where wait_event = 'PgSleep'`))
      .toBeDefined()
    await child.kill()
    expect(await sent).toBe('no answer')
    await server.db.run(sql`drop trigger slow on signatures`)
  }

  it('between the effect and the response: a replay returns the original', async () => {
    await crash('Committed', 'commit')
    await expect.poll(() => countOf('Committed')).toBe(1)
    const replay = await send('Committed', 'Committed')
    expect(replay.status).toBe(201)
    expect(replay.headers.get('idempotency-replayed')).toBe('true')
    expect(await countOf('Committed')).toBe(1)
  })

  it('before the effect: a replay executes once the process is known to be dead', async () => {
    await crash('Rolled back', 'insert')
    const answers: number[] = []
    await expect
      .poll(
        async () => {
          const { status } = await send('Rolled back', 'Rolled back')
          answers.push(status)
          return status
        },
        { interval: 250 },
      )
      .toBe(201)
    expect(new Set(answers.slice(0, -1))).toEqual(new Set(answers.length > 1 ? [409] : []))
    expect(await countOf('Rolled back')).toBe(1)
  })
})
