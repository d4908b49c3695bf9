import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/platform/db/embedded/embedded-postgres.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { migrateJobs } from '../src/platform/jobs/migrate-jobs.ts'
import { missingAnswers, readAnswers } from './contract/error-coverage.ts'
import { builtRoutes } from './contract/routes.ts'
import { adminQuery, templateName, urlOfDatabase } from './database.ts'
import { ensureMailServers } from './mail/available.ts'

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be added to.
  interface ProvidedContext {
    postgresUrl: string
    /** Where each process writes down the error codes that it saw answered. */
    answersFolder: string
  }
}

// One real PostgreSQL for the run; durability is off, since no test of it survives a power cut anyway.
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' }

/** Every test file, every test, all passed: only then does a code that is missing say something. */
async function isWholeRun(project: TestProject) {
  const { testFiles } = await project.globTestFiles()
  const modules = project.vitest.state.getTestModules()
  const narrowed = project.vitest.config.testNamePattern !== undefined
  return !narrowed && modules.length === testFiles.length && modules.every((one) => one.ok())
}

async function accountForErrorCodes(project: TestProject, folder: string) {
  if (!(await isWholeRun(project))) return
  const routes = builtRoutes.map(([, route]) => route)
  const missing = missingAnswers(routes, await readAnswers(folder))
  if (missing.length === 0) return
  process.exitCode = 1
  console.error(`\nListed error codes that no test got:\n  ${missing.join('\n  ')}\n`)
}

export default async function setup(project: TestProject) {
  await ensureMailServers()
  const dataDir = await mkdtemp(join(tmpdir(), 'mw-test-'))
  const postgres = await startEmbeddedPostgres({ dataDir, settings })
  await adminQuery(postgres.url, `create database ${templateName}`)
  const template = urlOfDatabase(postgres.url, templateName)
  await migrate(template)
  await migrateJobs(template)
  project.provide('postgresUrl', postgres.url)
  const answersFolder = await mkdtemp(join(tmpdir(), 'mw-answers-'))
  project.provide('answersFolder', answersFolder)
  return async () => {
    await accountForErrorCodes(project, answersFolder)
    await rm(answersFolder, { recursive: true, force: true })
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
