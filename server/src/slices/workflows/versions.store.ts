import type { Graph } from '@mailwright/contract/workflow-graph/graph'
import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { VersionSummary } from './workflows.store.ts'

const facts = sql`id, number, published_at as "publishedAt", created_at as "createdAt", updated_at as "updatedAt"`

export const findVersions = (db: Db, workflowId: string) =>
  db.rows<VersionSummary>(sql`
    select ${facts} from workflow_versions where workflow_id = ${workflowId} order by number desc`)

export const findVersionOf = (db: Db, workflowId: string, id: string) =>
  db.row<VersionSummary & { graph: Graph }>(sql`
    select ${facts}, graph from workflow_versions where workflow_id = ${workflowId} and id = ${id}`)

export const findGraphText = async (db: Db, versionId: string) => {
  const found = await db.row<{ graph: string }>(sql`
    select graph::text from workflow_versions where id = ${versionId}`)
  if (!found) throw new Error('the version does not exist')
  return found.graph
}

export const findGraph = async (db: Db, versionId: string) =>
  JSON.parse(await findGraphText(db, versionId)) as Graph

/** Takes the next number and a time after every other version, so that comparing times shows it is newer. */
export const insertDraft = (db: Db, id: string, workflowId: string, graph: Graph) =>
  db.run(sql`
    insert into workflow_versions (id, workflow_id, number, graph, created_at, updated_at)
    select ${id}, ${workflowId}, coalesce(max(number), 0) + 1, ${JSON.stringify(graph)},
      clock_timestamp(), greatest(clock_timestamp(), max(updated_at) + interval '1 millisecond')
    from workflow_versions where workflow_id = ${workflowId}`)

/** Each save gets a distinct time, even two within a millisecond. */
export const updateDraft = (db: Db, id: string, graph: Graph) =>
  db.run(sql`
    update workflow_versions set graph = ${JSON.stringify(graph)},
      updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
    where id = ${id} and published_at is null`)

export const markPublished = (db: Db, id: string) =>
  db.run(sql`update workflow_versions set published_at = now() where id = ${id} and published_at is null`)

export type RunnableVersion = {
  id: string
  workflowId: string
  memberId: string
  workflowName: string
  graph: Graph
  errorWorkflowId: string | null
  executionTimeoutMs: number | null
  maxConcurrency: number | null
  /** Null for a draft, which may still change. */
  publishedAt: string | null
}
/** A version as a run needs it, regardless of the owner. */
export const findVersion = (db: Db, versionId: string) =>
  db.row<RunnableVersion>(sql`
    select v.id, v.workflow_id as "workflowId", w.member_id as "memberId", w.name as "workflowName", v.graph,
      w.error_workflow_id as "errorWorkflowId", w.execution_timeout_ms as "executionTimeoutMs",
      w.max_concurrency as "maxConcurrency", v.published_at as "publishedAt"
    from workflow_versions v join workflows w on w.id = v.workflow_id where v.id = ${versionId}`)
