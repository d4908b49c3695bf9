import { statfs } from 'node:fs/promises'
import type { instance } from '@mailwright/contract/instance'
import type { Reply } from '@mailwright/contract/route'
import { withTimeout } from '../../platform/concurrency/time.ts'
import type { Db } from '../../platform/db/database.ts'
import { findAppliedMigrations, migrationNames } from '../../platform/db/migrate.ts'
import { noteReadiness, readinessMigration } from './readiness.store.ts'

type Readiness = Reply<typeof instance.readiness>

/** Load balancers give up after a few seconds: a database that does not respond by then is unavailable. */
export const readinessTimeoutMs = 1_500
const timedOut = () => new Error('the database did not respond in time')

// PostgreSQL needs a file of 16 MB when the current part of its log is full, and ends if it cannot have it.
const minFreeBytes = 16 * 1024 * 1024

class DiskFull extends Error {
  readonly code = '53100'
}

/** `folder` holds the embedded database; the disk of another one is not visible from here. */
async function checkSpace(folder: string | undefined) {
  if (folder === undefined) return
  const space = await statfs(folder).catch(() => undefined)
  if (space && space.bavail * space.bsize < minFreeBytes) throw new DiskFull()
}

/** Why the database cannot be used, in words for an operator. */
function describe(error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (code === '53100') return 'cannot write, because its disk is full'
  if (code === '25006') return 'cannot write, because it is read-only'
  // A refusal by the server has a severity.
  return typeof error === 'object' && error !== null && 'severity' in error
    ? `cannot write: ${message}`
    : 'does not answer'
}

async function check(db: Db, folder: string | undefined): Promise<Readiness> {
  try {
    await checkSpace(folder)
    const reads = findAppliedMigrations(db).then(async (names) => {
      if (names.includes(readinessMigration)) await noteReadiness(db)
      return names
    })
    const applied = new Set(await withTimeout(reads, readinessTimeoutMs, timedOut))
    const missing = (await migrationNames()).filter((name) => !applied.has(name))
    const migrations = {
      name: 'migrations' as const,
      ok: missing.length === 0,
      ...(missing.length > 0 ? { detail: `${missing.length} not applied` } : {}),
    }
    return {
      status: migrations.ok ? 'ready' : 'not_ready',
      checks: [{ name: 'database', ok: true }, migrations],
    }
  } catch (error) {
    const checks = [
      { name: 'database' as const, ok: false, detail: describe(error) },
      { name: 'migrations' as const, ok: false, detail: 'unknown while the database is away' },
    ]
    return { status: 'not_ready', checks }
  }
}

/** Ready when the database responds, takes writes, and every migration of this version is applied. Concurrent calls share a check. */
export function createReadinessCheck(db: Db, folder?: string): () => Promise<Readiness> {
  let running: Promise<Readiness> | undefined
  return () => {
    running ??= check(db, folder).finally(() => {
      running = undefined
    })
    return running
  }
}
