import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../src/platform/db/database.ts'

export const templateName = 'mailwright_template'

/** The URL of another database on the same server. */
export const urlOfDatabase = (url: string, name: string) => url.replace(/\/[a-z0-9_]+(?=$|\?)/, `/${name}`)

export async function adminQuery(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

/** Retries, because autovacuum may be running in the database and cannot be terminated. */
async function dropDatabase(server: string, name: string, tries = 50) {
  try {
    await adminQuery(server, `drop database ${name} with (force)`)
  } catch (error) {
    if (tries === 0) throw error
    await new Promise((resolve) => setTimeout(resolve, 200))
    await dropDatabase(server, name, tries - 1)
  }
}

/** Creates a migrated database for one test file. */
export async function testDatabase(): Promise<{ db: Database; url: string; drop(): Promise<void> }> {
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await adminQuery(server, `create database ${name} template ${templateName} strategy file_copy`)
  const url = urlOfDatabase(server, name)
  const db = openDatabase({
    url,
    connections: 12,
    name: 'mailwright test',
    onIdleError: () => undefined,
    // Tests hold locks while they call the service, on machines that may be busy.
    idleMs: 120_000,
  })
  const drop = async () => {
    await db.close()
    await dropDatabase(server, name)
  }
  return { db, url, drop }
}
