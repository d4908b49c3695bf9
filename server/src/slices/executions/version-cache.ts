import { type AnyNodeType, createPlan } from '../../engine/index.ts'
import type { Db } from '../../platform/db/database.ts'
import { findVersion } from '../workflows/index.ts'
import type { PreparedVersion } from './run/run-one.ts'

const maxVersions = 500
// A published graph never changes; the limits and the name of its workflow may.
const maxAgeMs = 5_000

type CacheEntry = { prepared: PreparedVersion; expiresAt: number }

/** Caches published versions prepared for running. A draft may change and is read each time. */
export function createVersionCache(nodeTypes: ReadonlyMap<string, AnyNodeType>, defaultTimeoutMs: number) {
  const entries = new Map<string, CacheEntry>()
  const pending = new Map<string, Promise<PreparedVersion | undefined>>()

  async function read(db: Db, versionId: string): Promise<PreparedVersion | undefined> {
    const version = await findVersion(db, versionId)
    if (!version) return undefined
    const prepared: PreparedVersion = {
      plan: entries.get(versionId)?.prepared.plan ?? createPlan(version.graph, nodeTypes),
      workflowName: version.workflowName,
      errorWorkflowId: version.errorWorkflowId,
      timeoutMs: version.executionTimeoutMs ?? defaultTimeoutMs,
      timeZone: 'UTC',
    }
    entries.delete(versionId)
    if (version.publishedAt !== null)
      entries.set(versionId, { prepared, expiresAt: performance.now() + maxAgeMs })
    const [oldest] = entries.keys()
    if (entries.size > maxVersions && oldest !== undefined) entries.delete(oldest)
    return prepared
  }

  // Runs that start together share one read.
  return (db: Db, versionId: string): Promise<PreparedVersion | undefined> => {
    const cached = entries.get(versionId)
    if (cached && cached.expiresAt > performance.now()) return Promise.resolve(cached.prepared)
    const reading = pending.get(versionId) ?? read(db, versionId).finally(() => pending.delete(versionId))
    pending.set(versionId, reading)
    return reading
  }
}
