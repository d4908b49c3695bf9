import type { instance } from '@mailwright/contract/instance'
import type { Reply } from '@mailwright/contract/route'
import { withTimeout } from '../../platform/concurrency/time.ts'
import type { Db } from '../../platform/db/database.ts'
import { findAppliedMigrations, migrationNames } from '../../platform/db/migrate.ts'

type Readiness = Reply<typeof instance.readiness>

/** Load balancers give up after a few seconds: a database that does not respond by then is unavailable. */
export const readinessTimeoutMs = 1_500
const timedOut = () => new Error('the database did not respond in time')

async function check(db: Db): Promise<Readiness> {
  try {
    const applied = new Set(await withTimeout(findAppliedMigrations(db), readinessTimeoutMs, timedOut))
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
  } catch {
    const checks = [
      { name: 'database' as const, ok: false, detail: 'does not answer' },
      { name: 'migrations' as const, ok: false, detail: 'unknown while the database is away' },
    ]
    return { status: 'not_ready', checks }
  }
}

/** Ready when the database responds and every migration of this version is applied. Concurrent calls share a check. */
export function createReadinessCheck(db: Db): () => Promise<Readiness> {
  let running: Promise<Readiness> | undefined
  return () => {
    running ??= check(db).finally(() => {
      running = undefined
    })
    return running
  }
}
