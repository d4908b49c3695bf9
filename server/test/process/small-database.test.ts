import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/db/embedded/embedded-postgres.ts'
import { type ChildServer, startChildServer } from '../child-server.ts'
import { asSession, clientOf } from '../client.ts'

let dataDir: string
let postgres: EmbeddedPostgres
let child: ChildServer
const admin = { email: 'ada@example.com', password: 'a quiet harbour at dusk' }

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mw-small-'))
  postgres = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '20' } })
  child = await startChildServer({
    DATABASE_URL: postgres.url,
    MAILWRIGHT_ADMIN_EMAIL: admin.email,
    MAILWRIGHT_ADMIN_PASSWORD: admin.password,
  })
})
afterAll(async () => {
  await child?.kill()
  await postgres?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

it('a database server with twenty connections is enough for one process', async () => {
  expect(child.output()).toContain('the database server allows few connections: using fewer')
  const login = await clientOf(child.url)('POST', '/api/v1/auth/login', { body: admin })
  const token = /mailwright_session=([^;]+)/.exec(login.headers.get('set-cookie') ?? '')?.[1] ?? ''
  const session = asSession(child.url, token)
  const calls = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      n % 2 ? session('GET', '/readyz') : session('POST', '/api/v1/signatures', { body: { name: `S${n}` } }),
    ),
  )
  expect(calls.map(({ status }) => status)).toEqual(calls.map((_, n) => (n % 2 ? 200 : 201)))
  expect(child.output()).not.toContain('too many')
})
