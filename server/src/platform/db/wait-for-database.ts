import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log/log.ts'
import { isDatabaseUnavailable } from './faults.ts'

/** The message is one sentence for the operator: what is wrong and what to do. */
export class DatabaseUnusable extends Error {
  override name = 'DatabaseUnusable'
}

const minBackoffMs = 250
const maxBackoffMs = 5_000
const connectTimeoutMs = 5_000

/** Node joins the errors of several addresses into one without a message. Never contains the URL, which has a password. */
export const reasonOf = (error: unknown): string => {
  const { code, message } = error as { code?: string; message?: string }
  return message || code || String(error)
}

function createClient(url: string): pg.Client {
  try {
    return new pg.Client({
      connectionString: url,
      application_name: 'mailwright start',
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: connectTimeoutMs,
    })
  } catch {
    throw new DatabaseUnusable(
      'DATABASE_URL is not a valid address: write it as postgres://user:password@host:5432/database.',
    )
  }
}

const nameOf = ({ host, port }: pg.Client) => (host.startsWith('/') ? host : `${host}:${port}`)

const minMajorVersion = 16

/** `version` is that of `server_version_num`: 150018 is 15.18. */
export function checkVersion(database: string, version: number) {
  const major = Math.floor(version / 10_000)
  if (major < minMajorVersion)
    throw new DatabaseUnusable(
      `The database at ${database} is PostgreSQL ${major}.${version % 10_000}, and Mailwright needs version ${minMajorVersion} or later: upgrade it, or set DATABASE_URL to a newer server.`,
    )
}

/** Resolves to the version of the database, or to the error. */
async function tryOnce(client: pg.Client): Promise<{ version: number } | { error: unknown }> {
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query('show server_version_num')
    return { version: Number(rows[0]?.server_version_num) }
  } catch (error) {
    return { error }
  } finally {
    void client.end().catch(() => undefined)
  }
}

/** Waits, with back-off, until the database of `DATABASE_URL` answers: both may be starting at the same time. */
export async function waitForDatabase(url: string, { timeoutMs, log }: { timeoutMs: number; log: Log }) {
  const deadline = performance.now() + timeoutMs
  for (let backoffMs = minBackoffMs; ; backoffMs = Math.min(2 * backoffMs, maxBackoffMs)) {
    const client = createClient(url)
    const database = nameOf(client)
    const answer = await tryOnce(client)
    if ('version' in answer) return checkVersion(database, answer.version)
    const { error } = answer
    const reason = reasonOf(error)
    if (!isDatabaseUnavailable(error))
      throw new DatabaseUnusable(
        `The database at ${database} rejected the connection (${reason}): correct DATABASE_URL, then start again.`,
      )
    const leftMs = deadline - performance.now()
    if (leftMs <= 0)
      throw new DatabaseUnusable(
        `The database at ${database} has not answered for ${Math.round(timeoutMs / 1000)} s (${reason}): start it or correct DATABASE_URL, then start again.`,
      )
    log.warn({ database, reason, secondsLeft: Math.ceil(leftMs / 1000) }, 'waiting for the database')
    await sleep(Math.min(backoffMs, leftMs))
  }
}
