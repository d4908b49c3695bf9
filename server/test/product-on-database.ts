import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/platform/db/embedded/embedded-postgres.ts'
import { startChildServer } from './child-server.ts'
import { asSession, clientOf } from './client.ts'

export const administrator = { email: 'ada@example.com', password: 'a quiet harbour at dusk' }

/** The product as a process of its own, on a database that the test can stop, with its administrator signed in. */
export async function startProductOnDatabase(environment: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'mw-process-'))
  let postgres = await startEmbeddedPostgres({ dataDir })
  const { url: databaseUrl } = postgres
  const child = await startChildServer({
    DATABASE_URL: databaseUrl,
    MAILWRIGHT_ADMIN_EMAIL: administrator.email,
    MAILWRIGHT_ADMIN_PASSWORD: administrator.password,
    MAILWRIGHT_LOG_LEVEL: 'silent',
    ...environment,
  })
  const answer = await clientOf(child.url)('POST', '/api/v1/auth/login', { body: administrator })
  const token = /mailwright_session=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? ''
  return {
    dataDir,
    databaseUrl,
    child,
    session: asSession(child.url, token),
    stopDatabase: () => postgres.stop(),
    async startDatabase() {
      postgres = await startEmbeddedPostgres({ dataDir })
    },
    async stop() {
      await child.kill()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
