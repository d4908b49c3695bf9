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
  // biome-ignore lint/style/useConsistentTypeDefinitions: only interfaces can be augmented.
  interface ProvidedContext {
    postgresUrl: string
    /** Where each process records the error codes returned by its servers. */
    answersFolder: string
  }
}

// One real PostgreSQL for the whole run, with durability off for speed.
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' }

/** Missing error codes only matter when all tests of all files ran and passed. */
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
  console.error(`\nError codes that are listed but were returned in no test:\n  ${missing.join('\n  ')}\n`)
}

/** The embedded one, or a server of another version in `TEST_DATABASE_URL`, on which the role may create databases. */
async function openPostgres() {
  const url = process.env.TEST_DATABASE_URL
  if (url) {
    await adminQuery(url, `drop database if exists ${templateName}`)
    return { url, close: () => adminQuery(url, `drop database ${templateName}`) }
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'mw-test-'))
  const postgres = await startEmbeddedPostgres({ dataDir, settings })
  const close = async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url: postgres.url, close }
}

export default async function setup(project: TestProject) {
  await ensureMailServers()
  const postgres = await openPostgres()
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
    await postgres.close()
  }
}
