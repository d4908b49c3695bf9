import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { silentLogger } from './graphile-log.ts'
import { lockJobsSchema } from './jobs.store.ts'

/**
 * Migrates graphile-worker's schema; runs before the heartbeat and the pool. The library fails when two processes create
 * the schema at once, so the second waits for the first.
 */
export async function migrateJobs(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, application_name: 'mailwright migrate jobs', max: 2 })
  const ignore = () => undefined
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  try {
    const client = await pool.connect()
    try {
      await lockJobsSchema(client)
      await runMigrations({ pgPool: pool, logger: silentLogger })
    } finally {
      // Closing the connection releases the lock.
      client.release(true)
    }
  } finally {
    await pool.end()
  }
}
