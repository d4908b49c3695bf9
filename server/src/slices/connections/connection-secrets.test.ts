import { Writable } from 'node:stream'
import { connections } from '@mailwright/contract/connections'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { testDatabase } from '#test/database'
import { createMember, type TestMember } from '#test/factories'
import { testKeys } from '#test/open-mail'
import { type TestServer, testServer } from '#test/server'
import { recordAnswers } from '../../../test/contract/error-coverage.ts'
import { createVault } from '../../platform/crypto/vault.ts'
import { sql } from '../../platform/db/sql.ts'
import { createHttp } from '../../platform/http/server.ts'
import { newId } from '../../platform/ids/ids.ts'
import { createLog } from '../../platform/log/log.ts'
import { createSessionFinder } from '../auth/index.ts'
import {
  applyConnection,
  ConnectionUnusable,
  connectionExists,
  createConnections,
  lockConnections,
  openSecret,
} from './index.ts'

const path = '/api/v1/credentials'
const needle = 'needle-in-a-connection'
const http = (data: object, scope = 'member') => ({ type: 'http_generic', name: 'One', scope, data })
const bearer = { kind: 'bearer', token: needle }

let logged = ''
const log = pino(
  { level: 'trace' },
  new Writable({
    write: (chunk, _encoding, done) => {
      logged += chunk
      done()
    },
  }),
)
const vault = createVault({ keys: testKeys() })
let server: TestServer
let ada: TestMember
let bob: TestMember
let admin: TestMember
beforeAll(async () => {
  server = await testServer({}, { log })
  ada = await createMember(server)
  bob = await createMember(server)
  admin = await createMember(server, { role: 'admin' })
})
afterAll(() => server.close())

const create = async (member: TestMember, body: object): Promise<string> =>
  (await member.session('POST', path, { body })).body.id

describe('the secret of a connection', () => {
  it('appears in no reply, no log and no table', async () => {
    const replies: string[] = []
    const say = async (method: string, at: string, sent: object = {}) => {
      const answer = await ada.session(method, at, sent)
      replies.push(answer.text)
      return answer
    }
    const headers = { 'idempotency-key': newId() }
    const { id } = (await say('POST', path, { body: http(bearer), headers })).body
    await say('POST', path, { body: http(bearer), headers })
    await say('PUT', `${path}/${id}`, { body: { data: { kind: 'basic', username: 'a', password: needle } } })
    await say('PUT', `${path}/${id}`, { body: { data: { [needle]: 1 } } })
    await say('PUT', `${path}/${id}`, { body: { data: { kind: 'bearer', token: `${needle}\r\n` } } })
    await say('PUT', `${path}/${id}`, { body: { data: { kind: 'bearer', token: needle, more: needle } } })
    await say('POST', path, { body: http({ kind: 'apiKey', headerName: 'Host', value: needle }) })
    await say('POST', path, { body: { type: 'crm', name: 'x', scope: 'member', data: { key: needle } } })
    await say('GET', path)
    expect(replies.filter((text) => text.includes(needle) && !text.includes(`/data/${needle}`))).toEqual([])
    expect(logged).toContain('"route":"/api/v1/credentials"')
    expect(logged).not.toContain(needle)
    const tables = await server.db.rows<{ name: string }>(sql`
      select table_name as name from information_schema.tables where table_schema = 'public'
        and table_type = 'BASE TABLE'`)
    for (const { name } of tables) {
      const { rows } = await server.db.pool.query(`select t::text as line from "${name}" t`)
      const text = JSON.stringify(rows)
      for (const form of ['utf8', 'hex', 'base64'] as const)
        expect(text, name).not.toContain(Buffer.from(needle).toString(form).slice(0, 20))
    }
  })

  it('is readable by its owner, by everyone if it belongs to the organisation, and by nobody else', async () => {
    const own = await create(ada, http(bearer))
    const org = await create(admin, http(bearer, 'org'))
    const open = (credentialId: string, member: TestMember) =>
      openSecret(server.db, vault, { credentialId, memberId: member.id })
    expect(await open(own, ada)).toEqual({
      type: 'http_generic',
      name: 'One',
      scope: 'member',
      origins: [],
      data: bearer,
    })
    expect((await open(org, bob)).data).toEqual(bearer)
    for (const id of [own, newId(), 'nope'])
      await expect(open(id, bob)).rejects.toMatchObject({ name: 'ConnectionUnusable', reason: 'missing' })
  })
})

describe('a request with a connection', () => {
  const apply = async (data: object, url: string, headers: Record<string, string> = {}) => {
    const credentialId = await create(ada, http(data))
    const given = new URL(url)
    const made = await applyConnection(
      server.db,
      vault,
      { credentialId, memberId: ada.id },
      { url: given, headers },
    )
    expect(given.href).toBe(url)
    return { url: made.url.href, headers: made.headers }
  }
  const at = 'https://api.example/v1?q=1'

  it('carries the header, replacing one of the same name', async () => {
    const key = { kind: 'apiKey', headerName: 'X-Key', value: 'secret' }
    expect(await apply(key, at, { 'x-key': 'mine', accept: 'text/plain' })).toEqual({
      url: at,
      headers: { accept: 'text/plain', 'X-Key': 'secret' },
    })
  })
  it('carries the bearer token', async () => {
    expect(await apply(bearer, at, { authorization: 'x' })).toEqual({
      url: at,
      headers: { Authorization: `Bearer ${needle}` },
    })
  })
  it('carries user name and password in UTF-8', async () => {
    const { headers } = await apply({ kind: 'basic', username: 'ada', password: 'pä:ss' }, at)
    expect(Buffer.from(headers.Authorization?.slice(6) ?? '', 'base64').toString()).toBe('ada:pä:ss')
  })
  it('carries the query parameter, replacing one of the same name', async () => {
    const { url } = await apply({ kind: 'query', paramName: 'q', value: 'a&b=c d' }, `${at}&q=2`)
    expect(url).toBe('https://api.example/v1?q=a%26b%3Dc+d')
  })
  it('rejects a connection of another type', async () => {
    const id = await create(ada, { type: 'crm', name: 'x', scope: 'member', data: { key: 'x' } })
    const ref = { credentialId: id, memberId: ada.id }
    const call = applyConnection(server.db, vault, ref, { url: new URL(at), headers: {} })
    await expect(call).rejects.toBeInstanceOf(ConnectionUnusable)
  })
})

describe('connections named by a workflow', () => {
  it('are distinguished from missing ones and those out of scope', async () => {
    const own = await create(ada, http(bearer))
    const org = await create(admin, http(bearer, 'org'))
    const foreign = await create(bob, http(bearer))
    const ids = [own, org, foreign, newId(), 'nope']
    expect(await connectionExists(server.db, ada.id, ids)).toEqual(new Set([own, org]))
  })

  it('cannot be deleted while a publication locks them', async () => {
    const id = await create(ada, http(bearer))
    const tx = await server.db.begin()
    expect(await lockConnections(tx, ada.id, [id])).toEqual(new Set([id]))
    const removing = ada.session('DELETE', `${path}/${id}`)
    const waits = () =>
      server.db.row(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    await expect.poll(waits).toBeDefined()
    expect(await connectionExists(server.db, ada.id, [id])).toEqual(new Set([id]))
    await tx.commit()
    expect((await removing).status).toBe(204)
  })
})

describe('a server without an encryption key', () => {
  it('rejects new connections and secrets, but allows renaming', async () => {
    const bare = await testServer({ MAILWRIGHT_SECRET_KEY: '' })
    const eve = await createMember(bare)
    const made = await eve.session('POST', path, { body: http(bearer) })
    expect([made.status, made.body.code]).toEqual([409, 'credential.encryption_disabled'])
    // As if the key had been removed since.
    const id = newId()
    const secretId = await vault.put(bare.db, { ownerKind: 'connection', ownerId: id, value: '{}' })
    await bare.db.run(sql`
      insert into connections (id, member_id, type, name, kind, secret_id)
      values (${id}, ${eve.id}, 'http_generic', 'Old', 'bearer', ${secretId})`)
    const changed = await eve.session('PUT', `${path}/${id}`, { body: { data: bearer } })
    expect([changed.status, changed.body.code]).toEqual([409, 'credential.encryption_disabled'])
    const renamed = await eve.session('PUT', `${path}/${id}`, { body: { name: 'New' } })
    expect(renamed.body.credential.name).toBe('New')
    expect((await eve.session('DELETE', `${path}/${id}`)).status).toBe(204)
    await bare.close()
  })
})

describe('a connection used by a published workflow', () => {
  it('cannot be deleted', async () => {
    const { db, url: databaseUrl, drop } = await testDatabase()
    const used = new Set<string>()
    const ports = {
      findPublishedUsers: async (_db: unknown, id: string) => (used.has(id) ? [{ id: 'w', name: 'W' }] : []),
    }
    const limit = { max: 1, windowSeconds: 1 }
    const routes = createConnections({ vault, ports }).routes
    const http_ = createHttp(routes, {
      db,
      log: createLog('silent'),
      processId: () => '',
      checkReplies: true,
      trustProxy: 0,
      brandName: 'Mailwright',
      origin: { url: 'http://x', secure: false, aliases: [] },
      authenticator: { session: createSessionFinder(db), key: async () => undefined },
      addressLimits: { signIn: limit, webhook: limit, approvalLink: limit },
      onDone: () => undefined,
    })
    recordAnswers(http_, inject('answersFolder'))
    const url = await http_.listen({ port: 0, host: '127.0.0.1' })
    const eve = await createMember({ db, url, databaseUrl, close: drop })
    const id = await create(eve, http(bearer))
    used.add(id)
    const refused = await eve.session('DELETE', `${path}/${id}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'credential.in_use'])
    expect(await connectionExists(db, eve.id, [id])).toEqual(new Set([id]))
    used.clear()
    expect((await eve.session('DELETE', `${path}/${id}`)).status).toBe(connections.remove.status)
    await http_.close()
    await drop()
  })
})
