import { checkSize } from '@mailwright/contract/workflow-graph/validate'
import { createPlan } from '../../engine/index.ts'
import type { Db } from '../../platform/db/database.ts'
import { findVersion } from '../workflows/index.ts'
import type { FindNodeTypes } from './forbid-nodes.ts'
import type { PreparedVersion } from './run/run-one.ts'

const maxVersions = 500
// A published graph never changes; the limits and the name of its workflow may.
const maxAgeMs = 5_000

type NodeTypes = Awaited<ReturnType<FindNodeTypes>>
type CacheEntry = { prepared: PreparedVersion; types: NodeTypes; expiresAt: number }

/** Caches published versions prepared for running. A draft may change and is read each time. */
export function createVersionCache(findNodeTypes: FindNodeTypes, defaultTimeoutMs: number) {
  const entries = new Map<string, CacheEntry>()
  const pending = new Map<string, Promise<PreparedVersion | undefined>>()

  async function read(db: Db, versionId: string): Promise<PreparedVersion | undefined> {
    const version = await findVersion(db, versionId)
    if (!version) return undefined
    // A draft may have grown since its test was started. What is published was checked.
    if (version.publishedAt === null && checkSize(version.graph).length > 0) return undefined
    const types = await findNodeTypes(db, version)
    const known = entries.get(versionId)
    const prepared: PreparedVersion = {
      plan: known?.types === types ? known.prepared.plan : createPlan(version.graph, types),
      workflowName: version.workflowName,
      errorWorkflowId: version.errorWorkflowId,
      timeoutMs: version.executionTimeoutMs ?? defaultTimeoutMs,
      timeZone: 'UTC',
    }
    entries.delete(versionId)
    if (version.publishedAt !== null)
      entries.set(versionId, { prepared, types, expiresAt: performance.now() + maxAgeMs })
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
