import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { silentLogger } from './graphile-log.ts'
import { lockJobsSchema } from './jobs.store.ts'

/**
 * Brings graphile-worker's own schema up to date; before the heartbeat and the pool. The library copes badly with
 * two that create the schema at once, so a second process waits for the first.
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
      // Closing the connection is what gives the lock back.
      client.release(true)
    }
  } finally {
    await pool.end()
  }
}
