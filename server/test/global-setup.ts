import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/platform/db/embedded/embedded-postgres.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { migrateJobs } from '../src/platform/jobs/migrate-jobs.ts'
import { adminQuery, templateName, urlOfDatabase } from './database.ts'

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be added to.
  interface ProvidedContext {
    postgresUrl: string
  }
}

// One real PostgreSQL for the run; durability is off, since no test of it survives a power cut anyway.
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' }

export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'mw-test-'))
  const postgres = await startEmbeddedPostgres({ dataDir, settings })
  await adminQuery(postgres.url, `create database ${templateName}`)
  const template = urlOfDatabase(postgres.url, templateName)
  await migrate(template)
  await migrateJobs(template)
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
