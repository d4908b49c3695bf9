import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

type NodeRow = { nodeId: string; composed: number; unsupported: number }

/** Mails with text of a model, by the node that wrote them. */
export const countComposed = (db: Db, memberId: string, workflowId: string, days: number) =>
  db.rows<NodeRow>(sql`
    select coalesce(node_id, '') as "nodeId", count(*) as composed,
      count(*) filter (where to_check > 0) as unsupported
    from composed_mails
    where workflow_id = ${workflowId} and member_id = ${memberId}
      and created_at > now() - make_interval(days => ${days})
    group by 1 order by 2 desc, 1`)
