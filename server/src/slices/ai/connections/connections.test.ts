import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { sql } from '../../../platform/db/sql.ts'
import { newId } from '../../../platform/ids/ids.ts'

const path = '/api/v1/admin/llm/connections'
const apiKey = 'sk-a-long-enough-key-4321'
let server: TestServer
let admin: TestMember
let ada: TestMember

beforeAll(async () => {
  server = await testServer({ MAILWRIGHT_OUTBOUND_ALLOW: 'ai:127.0.0.1:11434,ai:127.0.0.1:2525' })
  admin = await createMember(server, { role: 'admin' })
  ada = await createMember(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.run(sql`delete from llm_defaults`)
  await server.db.run(sql`delete from llm_connections`)
})

const openai = (label: string, more: object = {}) => ({ provider: 'openai', label, apiKey, ...more })
const local = { provider: 'openai_compatible', label: 'Local', baseUrl: 'http://127.0.0.1:11434/v1' }
const post = (body: object) => admin.session('POST', path, { body })
const create = async (body: object) => {
  const answer = await post(body)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const put = (id: string, body: object) => admin.session('PUT', `${path}/${id}`, { body })
const codeOf = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code]

describe('an AI connection', () => {
  it('shows administrators its settings and a hint of the key, and members its name only', async () => {
    const made = await create(openai('Main', { enabledModels: ['a', 'b', 'a'], makeDefault: true }))
    expect(made).toEqual({
      id: made.id,
      provider: 'openai',
      label: 'Main',
      isDefault: true,
      hasApiKey: true,
      apiKeyHint: '4321',
      baseUrl: null,
      enabledModels: ['a', 'b'],
      updatedAt: expect.any(String),
    })
    const listed = await admin.session('GET', path)
    expect(listed.body).toEqual({ connections: [made] })
    const seen = await ada.session('GET', '/api/v1/llm-connections')
    expect(seen.body.connections).toEqual([
      { id: made.id, provider: 'openai', label: 'Main', isDefault: true },
    ])
  })

  it('keeps its key sealed: neither tables nor the audit log contain it', async () => {
    const { id } = await create(openai('Sealed'))
    const rows = await server.db.rows(sql`select * from llm_connections`)
    const secrets = await server.db.rows<{ sealed: Buffer }>(
      sql`select sealed from secrets where owner_id = ${id}`,
    )
    const audit = await admin.session('GET', '/api/v1/admin/audit?action=llm_connection.created')
    expect(audit.body.entries[0]).toMatchObject({
      targetId: id,
      details: { label: 'Sealed', hasApiKey: true },
    })
    expect(secrets).toHaveLength(1)
    for (const stored of [JSON.stringify(rows), secrets[0]?.sealed.toString('latin1'), audit.text])
      expect(stored).not.toContain(apiKey)
  })

  it('has a label of its own', async () => {
    const first = await create(openai('Taken'))
    const second = await create(openai('Free'))
    expect(codeOf(await post(openai('Taken')))).toEqual([409, 'llm.connection_label_taken'])
    expect(codeOf(await put(second.id, { label: 'Taken' }))).toEqual([409, 'llm.connection_label_taken'])
    expect((await put(first.id, { label: 'Taken' })).status).toBe(200)
  })

  it('needs a key, unless its server has another address and needs none', async () => {
    const { apiKey: _none, ...keyless } = openai('Keyless')
    const required = [400, 'llm.api_key_required']
    expect(codeOf(await post(keyless))).toEqual(required)
    expect(codeOf(await post({ ...keyless, withoutApiKey: true }))).toEqual(required)
    expect(codeOf(await post(local))).toEqual(required)
    expect(codeOf(await post({ ...openai('Both'), withoutApiKey: true }))).toEqual([
      400,
      'request.bad_request',
    ])
    const made = await create({ ...local, withoutApiKey: true })
    expect(made).toMatchObject({ hasApiKey: false, apiKeyHint: null, baseUrl: local.baseUrl })
    const { id } = await create(openai('Own'))
    expect(codeOf(await put(id, { withoutApiKey: true }))).toEqual(required)
  })

  it.each([
    ['a private address that is not allowed', 'http://127.0.0.1:11435/v1'],
    ['a private address', 'http://10.1.2.3/v1'],
    ['the port of a mail server', 'http://127.0.0.1:2525/v1'],
    ['a user name', 'https://ada:secret@example.com/v1'],
    ['a query', 'https://example.com/v1?key=1'],
    ['another protocol', 'ftp://example.com/v1'],
    ['a public address without encryption', 'http://1.1.1.1/v1'],
  ])('rejects %s as its base URL', async (_what, baseUrl) => {
    expect(codeOf(await post(openai('Odd', { baseUrl })))).toEqual([400, 'llm.invalid_base_url'])
    const { id } = await create(openai('Even'))
    expect(codeOf(await put(id, { baseUrl }))).toEqual([400, 'llm.invalid_base_url'])
  })

  it('says how to allow a private address', async () => {
    const { body } = await post(openai('Odd', { baseUrl: 'http://127.0.0.1:11435/v1' }))
    expect(body.message).toContain('MAILWRIGHT_OUTBOUND_ALLOW=ai:127.0.0.1:11435')
  })

  it('needs a base URL if its provider has none of its own', async () => {
    const { baseUrl: _none, ...nowhere } = local
    expect(codeOf(await post({ ...nowhere, apiKey }))).toEqual([400, 'llm.invalid_base_url'])
    const { id } = await create({ ...local, withoutApiKey: true })
    expect(codeOf(await put(id, { baseUrl: 'ftp://example.com/' }))).toEqual([400, 'llm.invalid_base_url'])
  })

  it('keeps what a change does not name', async () => {
    const more = { baseUrl: 'https://1.1.1.1/v1/', enabledModels: ['a'] }
    const made = await create(openai('Before', more))
    const after = await put(made.id, { label: 'After' })
    expect(after.body).toEqual({ ...made, label: 'After', updatedAt: expect.any(String) })
    expect(after.body).toMatchObject({ baseUrl: 'https://1.1.1.1/v1', apiKeyHint: '4321' })
  })

  it('has limits that an administrator sets, each by itself', async () => {
    const { id } = await create(openai('Limited'))
    const limits = `${path}/${id}/limits`
    const circuit = { state: 'closed', openedAt: null, retryAt: null, reason: null }
    const read = async () => (await admin.session('GET', limits)).body
    expect(await read()).toEqual({ maxConcurrency: 20, maxPerMinute: null, circuit })
    await admin.session('PUT', limits, { body: { maxPerMinute: 60 } })
    await admin.session('PUT', limits, { body: { maxConcurrency: 3 } })
    expect(await read()).toEqual({ maxConcurrency: 3, maxPerMinute: 60, circuit })
    const cleared = await admin.session('PUT', limits, { body: { maxPerMinute: null } })
    expect(cleared.body).toEqual({ maxConcurrency: 3, maxPerMinute: null, circuit })
  })

  it('replaces or forgets its key, and keeps one secret at most', async () => {
    const { id } = await create({ ...local, apiKey })
    const secrets = async () =>
      (await server.db.rows(sql`select id from secrets where owner_id = ${id}`)).length
    const replaced = await put(id, { apiKey: 'another-long-key-9999' })
    expect(replaced.body).toMatchObject({ apiKeyHint: '9999', hasApiKey: true })
    expect(await secrets()).toBe(1)
    const short = await put(id, { apiKey: 'short' })
    expect(short.body).toMatchObject({ apiKeyHint: null, hasApiKey: true })
    const without = await put(id, { withoutApiKey: true })
    expect(without.body).toMatchObject({ hasApiKey: false })
    expect(await secrets()).toBe(0)
  })

  it('is deleted with its key', async () => {
    const { id } = await create(openai('Gone'))
    expect((await admin.session('DELETE', `${path}/${id}`)).status).toBe(204)
    expect(await server.db.rows(sql`select id from secrets where owner_id = ${id}`)).toEqual([])
    expect(codeOf(await admin.session('DELETE', `${path}/${id}`))).toEqual([404, 'llm.connection_not_found'])
    expect(codeOf(await put(newId(), { label: 'x' }))).toEqual([404, 'llm.connection_not_found'])
  })

  it('cannot store a key without an encryption key', async () => {
    const bare = await testServer({ MAILWRIGHT_SECRET_KEY: '' })
    const owner = await createMember(bare, { role: 'admin' })
    const refused = await owner.session('POST', path, { body: openai('Main') })
    expect(codeOf(refused)).toEqual([409, 'llm.encryption_disabled'])
    const body = { ...openai('Open'), apiKey: undefined, baseUrl: 'https://1.1.1.1/v1', withoutApiKey: true }
    const made = await owner.session('POST', path, { body })
    expect(made.status).toBe(201)
    const changed = await owner.session('PUT', `${path}/${made.body.id}`, { body: { apiKey } })
    expect(codeOf(changed)).toEqual([409, 'llm.encryption_disabled'])
    await bare.close()
  })
})

describe('the models of a connection', () => {
  const modelsOf = async (id: string) =>
    (await ada.session('GET', `/api/v1/llm-connections/${id}/models`)).body

  it('are restricted to those that an administrator enabled', async () => {
    const { id } = await create(openai('Closed', { enabledModels: ['gpt-a', 'gpt-b'] }))
    expect(await modelsOf(id)).toEqual({
      connectionId: id,
      provider: 'openai',
      models: ['gpt-a', 'gpt-b'],
      restricted: true,
    })
  })

  it('are a suggestion otherwise', async () => {
    const { id } = await create(openai('Open'))
    const { models, restricted } = await modelsOf(id)
    expect(restricted).toBe(false)
    expect(models.length).toBeGreaterThan(0)
  })

  it('are not found for an unknown connection', async () => {
    const answer = await ada.session('GET', `/api/v1/llm-connections/${newId()}/models`)
    expect(codeOf(answer)).toEqual([404, 'llm.connection_not_found'])
  })
})

describe('the default model of a purpose', () => {
  const settings = '/api/v1/admin/llm/defaults'
  const defaults = async () => (await ada.session('GET', '/api/v1/llm-defaults')).body.defaults
  const set = (body: object) => admin.session('PUT', settings, { body })
  const modelOf = (model: string, provider = 'openai') => ({ provider, model })

  it('is null while no connection can serve it', async () => {
    await create({ ...local, withoutApiKey: true })
    expect(new Set(Object.values(await defaults()))).toEqual(new Set([null]))
  })

  it('is the one of the purpose, else of the default connection, else of the first connection', async () => {
    await create(openai('First', { enabledModels: ['first'] }))
    const second = await create(openai('Second', { enabledModels: ['second', 'other'] }))
    expect(await defaults()).toMatchObject({ classify: modelOf('first'), assistant: modelOf('first') })
    await set({ connectionId: second.id })
    expect(await defaults()).toMatchObject({ classify: modelOf('second'), assistant: modelOf('second') })
    const answer = await set({ classify: modelOf('other') })
    expect(answer.body.defaults).toMatchObject({ classify: modelOf('other'), assistant: modelOf('second') })
    expect(answer.body.configured).toMatchObject({ classify: modelOf('other'), assistant: null })
    const read = await admin.session('GET', settings)
    expect(read.body).toEqual(answer.body)
    await set({ classify: null, connectionId: null })
    expect(await defaults()).toMatchObject({ classify: modelOf('first') })
  })

  it('falls back once its connection is gone', async () => {
    const { id } = await create(openai('Gone', { enabledModels: ['gone'] }))
    await create(openai('Stays', { enabledModels: ['stays'] }))
    await set({ compose: modelOf('gone') })
    await admin.session('DELETE', `${path}/${id}`)
    expect(await defaults()).toMatchObject({ compose: modelOf('stays') })
  })

  it('must be allowed by a connection', async () => {
    await create(openai('Closed', { enabledModels: ['only'] }))
    expect(codeOf(await set({ general: modelOf('other') }))).toEqual([400, 'llm.model_not_allowed'])
    expect(codeOf(await set({ general: modelOf('only', 'mistral') }))).toEqual([400, 'llm.model_not_allowed'])
    expect(codeOf(await set({ connectionId: newId() }))).toEqual([404, 'llm.connection_not_found'])
  })

  it('belongs to one default connection, also when two are made at once', async () => {
    await Promise.all(['A', 'B', 'C', 'D'].map((label) => create(openai(label, { makeDefault: true }))))
    const { body } = await admin.session('GET', path)
    expect(body.connections.filter((one: { isDefault: boolean }) => one.isDefault)).toHaveLength(1)
  })
})
