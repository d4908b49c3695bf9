import { type AnyNodeType, createPlan } from '../../engine/index.ts'
import type { Db } from '../../platform/db/database.ts'
import { findVersion } from '../workflows/index.ts'
import type { Course } from './run/run-one.ts'

const most = 500
// Its limits and its name may change; its graph never does.
const keptMs = 5_000

type Known = { course: Course; until: number }

/** Versions of workflows made ready to run; a draft may change, and is read each time. */
export function createCourses(nodeTypes: ReadonlyMap<string, AnyNodeType>, usualTimeoutMs: number) {
  const known = new Map<string, Known>()
  return async (db: Db, versionId: string): Promise<Course | undefined> => {
    const kept = known.get(versionId)
    if (kept && kept.until > performance.now()) return kept.course
    const version = await findVersion(db, versionId)
    if (!version) return undefined
    const course: Course = {
      plan: kept?.course.plan ?? createPlan(version.graph, nodeTypes),
      workflowName: version.workflowName,
      errorWorkflowId: version.errorWorkflowId,
      timeoutMs: version.executionTimeoutMs ?? usualTimeoutMs,
      timeZone: 'UTC',
    }
    known.delete(versionId)
    if (version.publishedAt !== null) known.set(versionId, { course, until: performance.now() + keptMs })
    const [oldest] = known.keys()
    if (known.size > most && oldest !== undefined) known.delete(oldest)
    return course
  }
}
