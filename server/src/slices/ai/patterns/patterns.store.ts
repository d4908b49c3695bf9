import type { Db } from '../../../platform/db/database.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'

export type PatternRow = {
  id: string
  workflowId: string
  nodeId: string
  sender: string
  subjectShape: string
  labels: string[]
  seen: number
  status: 'learning' | 'active' | 'disabled'
  createdAt: string
  updatedAt: string
}
/** The mails that a pattern stands for. */
export type PatternKey = { workflowId: string; nodeId: string; sender: string; subjectShape: string }
/** A pattern holds for one wording of the question only. */
export type PatternContext = PatternKey & { memberId: string; promptHash: Buffer }

const columns = sql`
  id, workflow_id as "workflowId", node_id as "nodeId", sender, subject_shape as "subjectShape", labels, seen, status,
  created_at as "createdAt", updated_at as "updatedAt"`
const isPattern = ({ workflowId, nodeId, sender, subjectShape }: PatternKey): Sql => sql`
  workflow_id = ${workflowId} and node_id = ${nodeId} and sender = ${sender} and subject_shape = ${subjectShape}`

/** The labels of a pattern that answers in place of a model. */
export const findActive = async (db: Db, key: PatternContext) =>
  (
    await db.row<{ labels: string[] }>(sql`
      select labels from ai_patterns where ${isPattern(key)} and status = 'active' and prompt_hash = ${key.promptHash}`)
  )?.labels

/** Counts an answer of a model. The same answer often enough makes a pattern; another one starts from the beginning. */
export const countAnswer = (db: Db, id: string, key: PatternContext, labels: string[], activeAfter: number) =>
  db.run(sql`
    insert into ai_patterns as p
      (id, member_id, workflow_id, node_id, prompt_hash, sender, subject_shape, labels, seen, status)
    values (${id}, ${key.memberId}, ${key.workflowId}, ${key.nodeId}, ${key.promptHash}, ${key.sender},
      ${key.subjectShape}, ${labels}, 1, case when ${activeAfter}::int <= 1 then 'active' else 'learning' end)
    on conflict on constraint ai_patterns_key do update set
      seen = case when p.labels = excluded.labels and p.prompt_hash = excluded.prompt_hash then p.seen + 1 else 1 end,
      status = case when p.status = 'disabled' then 'disabled'
        when p.labels = excluded.labels and p.prompt_hash = excluded.prompt_hash and p.seen + 1 >= ${activeAfter}::int
        then 'active' else 'learning' end,
      labels = excluded.labels, prompt_hash = excluded.prompt_hash, updated_at = now()`)

export const findPatterns = (db: Db, memberId: string, workflowId: string) =>
  db.rows<PatternRow>(sql`
    select ${columns} from ai_patterns where workflow_id = ${workflowId} and member_id = ${memberId}
    order by updated_at desc, id limit 500`)

export const updatePattern = (
  db: Db,
  memberId: string,
  id: string,
  { labels, enabled }: { labels?: string[]; enabled?: boolean },
) =>
  db.row<PatternRow>(sql`
    update ai_patterns set
      labels = coalesce(${labels ?? null}::text[], labels),
      status = case when ${enabled ?? null}::boolean then 'active' when not ${enabled ?? null}::boolean then 'disabled'
        else status end,
      updated_at = now()
    where id = ${id} and member_id = ${memberId} returning ${columns}`)

export const deletePattern = async (db: Db, memberId: string, id: string) =>
  (await db.run(sql`delete from ai_patterns where id = ${id} and member_id = ${memberId}`)) > 0

/** After a correction the model is asked again. */
export const deleteMatching = (db: Db, memberId: string, key: Omit<PatternKey, 'nodeId'>) =>
  db.run(sql`
    delete from ai_patterns where member_id = ${memberId} and workflow_id = ${key.workflowId}
      and sender = ${key.sender} and subject_shape = ${key.subjectShape}`)

type Sorted = { sender: string; subjectShape: string; labels: readonly string[] }
/** The patterns of a node that say something else about mails like these. */
export const deleteContradicted = (
  db: Db,
  { memberId, workflowId, nodeId }: { memberId: string; workflowId: string; nodeId: string },
  sorted: readonly Sorted[],
) =>
  db.run(sql`
    delete from ai_patterns p using jsonb_to_recordset(${JSON.stringify(sorted)}::jsonb)
      as s (sender text, "subjectShape" text, labels text[])
    where p.member_id = ${memberId} and p.workflow_id = ${workflowId} and p.node_id = ${nodeId}
      and p.sender = s.sender and p.subject_shape = s."subjectShape"
      and not (p.labels @> s.labels and s.labels @> p.labels)`)
