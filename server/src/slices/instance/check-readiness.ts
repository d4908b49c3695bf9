import type { instance } from '@mailwright/contract/instance'
import type { Reply } from '@mailwright/contract/route'
import type { Db } from '../../platform/db/database.ts'
import { findAppliedMigrations, migrationNames } from '../../platform/db/migrate.ts'

type Readiness = Reply<typeof instance.readiness>

/** Ready when the database responds and every migration of this version is applied. */
export async function checkReadiness(db: Db): Promise<Readiness> {
  try {
    const applied = new Set(await findAppliedMigrations(db))
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
