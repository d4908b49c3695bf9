import type { Database, DatabaseTimeouts } from '../../platform/db/database.ts'
import type { Slice } from '../../platform/slice.ts'
import { createReadinessCheck, readinessTimeoutMs } from './check-readiness.ts'
import { type InstanceDeps, instanceRoutes } from './instance.routes.ts'

type Deps = InstanceDeps & {
  openDatabase(name: string, connections: number, timeouts: DatabaseTimeouts): Database
}

/** Readiness has its own connection: the answer must not wait behind requests that wait for the database. */
export function createInstance(deps: Deps): Slice {
  const db = deps.openDatabase('mailwright readiness', 1, {
    connectMs: readinessTimeoutMs,
    statementMs: readinessTimeoutMs,
    answerMs: readinessTimeoutMs,
  })
  const folder = deps.config.databaseUrl ? undefined : deps.config.dataDir
  return {
    routes: instanceRoutes({ ...deps, checkReadiness: createReadinessCheck(db, folder) }),
    close: () => db.close(),
  }
}
