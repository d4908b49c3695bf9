import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded/embedded-postgres.ts'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import { migrateJobs } from '../../server/src/platform/jobs/migrate-jobs.ts'

/** Runs the embedded database like the product does, in a temporary folder or one that is kept. */
export async function withDatabase(work: (url: string) => Promise<void>, keptDir?: string) {
  if (keptDir !== undefined) await mkdir(keptDir, { recursive: true })
  const dataDir = keptDir ?? (await mkdtemp(join(tmpdir(), 'mw-inbox-')))
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    await migrate(postgres.url)
    await migrateJobs(postgres.url)
    await work(postgres.url)
  } finally {
    await postgres.stop()
    if (keptDir === undefined) await rm(dataDir, { recursive: true, force: true })
  }
}
