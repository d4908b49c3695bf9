import type { Incident } from '@mailwright/contract/incidents'
import type { Static } from '@mailwright/contract/schema'
import type { Db } from '../../platform/db/database.ts'
import { all, sql } from '../../platform/db/sql.ts'
import type { After } from '../../platform/page/newest-first.ts'

export type IncidentRow = Static<typeof Incident>

const columns = sql`
  id, coalesce(execution_id::text, '') as "executionId", coalesce(workflow_id::text, '') as "workflowId",
  workflow_name as "workflowName",
  mailbox_id as "mailboxId", failed_at as "failedAt", error_summary as "errorSummary", node_id as "nodeId",
  node_name as "nodeName", acknowledged_at as "acknowledgedAt"`

export type NewIncident = Omit<IncidentRow, 'acknowledgedAt' | 'executionId' | 'workflowId'> & {
  memberId: string
  executionId: string | null
  workflowId: string | null
}
/** Returns no row when the execution already has an incident. */
export const insertIncident = (db: Db, i: NewIncident) =>
  db.row<IncidentRow>(sql`
    insert into incidents (id, member_id, execution_id, workflow_id, workflow_name, mailbox_id, failed_at,
                           error_summary, node_id, node_name)
    values (${i.id}, ${i.memberId}, ${i.executionId}, ${i.workflowId}, ${i.workflowName}, ${i.mailboxId},
            ${i.failedAt}, ${i.errorSummary}, ${i.nodeId}, ${i.nodeName})
    on conflict on constraint incidents_execution_key do nothing
    returning ${columns}`)

export const findAdministratorIds = (db: Db) =>
  db.rows<{ id: string }>(
    sql`select id from member_identities where role = 'admin' and status = 'active' order by id`,
  )

export type IncidentFilters = { since?: string; unacknowledged: boolean }
export const findIncidents = (
  db: Db,
  memberId: string,
  filters: IncidentFilters,
  after: After | undefined,
  limit: number,
) =>
  db.rows<IncidentRow>(sql`
    select ${columns} from incidents
    where ${all([
      sql`member_id = ${memberId}`,
      ...(filters.since ? [sql`failed_at >= ${filters.since}`] : []),
      ...(filters.unacknowledged ? [sql`acknowledged_at is null`] : []),
      ...(after ? [sql`(failed_at, id) < (${after[0]}, ${after[1]})`] : []),
    ])}
    order by failed_at desc, id desc limit ${limit}`)

/** Acknowledging again keeps the first time. */
export const markAcknowledged = (db: Db, memberId: string, id: string) =>
  db.row<{ id: string; acknowledgedAt: string }>(sql`
    update incidents set acknowledged_at = coalesce(acknowledged_at, now())
    where id = ${id} and member_id = ${memberId}
    returning id, acknowledged_at as "acknowledgedAt"`)
