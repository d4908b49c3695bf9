import type { Graph } from '@mailwright/contract/workflow-graph/graph'
import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { mentions } from './workflows.store.ts'

type Published = { id: string; name: string; graph: Graph }

/** The member's published workflows whose parameters contain the id. */
export const findMentioning = (db: Db, memberId: string, id: string) =>
  db.rows<Published>(sql`
    select w.id, w.name, v.graph from workflows w join workflow_versions v on v.id = w.published_version_id
    where w.member_id = ${memberId} and ${mentions(id)} order by w.created_at, w.id`)

export const findPublishedIds = async (db: Db, memberId: string) =>
  (
    await db.rows<{ id: string }>(sql`
      select id from workflows where member_id = ${memberId} and published_version_id is not null
      order by created_at, id`)
  ).map(({ id }) => id)

/** The published graph of a workflow of the member. */
export const findPublishedGraph = async (db: Db, memberId: string, id: string) =>
  (
    await db.row<{ graph: Graph }>(sql`
      select v.graph from workflows w join workflow_versions v on v.id = w.published_version_id
      where w.id = ${id} and w.member_id = ${memberId}`)
  )?.graph

/** The published workflows of any member that use the connection. */
export const findPublishedUsers = (db: Db, credentialId: string) =>
  db.rows<{ id: string; name: string }>(sql`
    select w.id, w.name from workflows w join workflow_versions v on v.id = w.published_version_id
    where ${mentions(credentialId)} order by w.created_at, w.id`)

export const countPublishedWorkflows = async (db: Db, memberIds: string[]) =>
  new Map(
    (
      await db.rows<{ memberId: string; count: number }>(sql`
        select member_id as "memberId", count(*) as count from workflows
        where member_id = any (${memberIds}::uuid[]) and published_version_id is not null group by member_id`)
    ).map((row) => [row.memberId, row.count]),
  )

/** Regardless of the owner, for administrators. */
export const findAnyWorkflow = (db: Db, id: string) =>
  db.row<{ id: string; name: string; draftVersionId: string | null; publishedVersionId: string | null }>(sql`
    select id, name, draft_version_id as "draftVersionId", published_version_id as "publishedVersionId"
    from workflows where id = ${id}`)

export const findOwnWorkflow = (db: Db, memberId: string, id: string) =>
  db.row<{
    id: string
    name: string
    draftVersionId: string | null
    publishedVersionId: string | null
    archivedAt: string | null
  }>(sql`
    select id, name, draft_version_id as "draftVersionId", published_version_id as "publishedVersionId",
      archived_at as "archivedAt" from workflows
    where id = ${id} and member_id = ${memberId}`)

/** The subset of ids that belong to the member. */
export const findOwnIds = async (db: Db, memberId: string, ids: readonly string[]) =>
  new Set(
    (
      await db.rows<{ id: string }>(sql`
        select id from workflows where id = any (${ids}::uuid[]) and member_id = ${memberId}`)
    ).map((row) => row.id),
  )
