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
  const asked = new Map<string, Promise<Course | undefined>>()

  async function read(db: Db, versionId: string): Promise<Course | undefined> {
    const version = await findVersion(db, versionId)
    if (!version) return undefined
    const course: Course = {
      plan: known.get(versionId)?.course.plan ?? createPlan(version.graph, nodeTypes),
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

  // Runs that begin together ask once.
  return (db: Db, versionId: string): Promise<Course | undefined> => {
    const kept = known.get(versionId)
    if (kept && kept.until > performance.now()) return Promise.resolve(kept.course)
    const under = asked.get(versionId) ?? read(db, versionId).finally(() => asked.delete(versionId))
    asked.set(versionId, under)
    return under
  }
}
