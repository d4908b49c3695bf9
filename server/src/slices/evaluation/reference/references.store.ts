import type { ReferenceSource } from '@mailwright/contract/reference-set'
import type { Static } from '@mailwright/contract/schema'
import type { Db } from '../../../platform/db/database.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'
import type { After } from '../../../platform/page/newest-first.ts'
import type { Place } from '../find-classifier.ts'

export type Source = Static<typeof ReferenceSource>
export type ReferenceRow = {
  id: string
  messageId: string
  categories: string[]
  source: Source
  createdAt: string
  updatedAt: string
}

const columns = sql`
  r.id, r.message_id as "messageId", r.categories, r.source, r.created_at as "createdAt", r.updated_at as "updatedAt"`
const ofNode = ({ memberId, workflowId, nodeId }: Place): Sql => sql`
  r.workflow_id = ${workflowId} and r.node_id = ${nodeId} and r.member_id = ${memberId}`

export const countReferences = async (db: Db, place: Place) =>
  (
    await db.row<{ count: number }>(
      sql`select count(*) as count from eval_references r where ${ofNode(place)}`,
    )
  )?.count ?? 0

export const findReferences = (db: Db, place: Place, after: After | undefined, limit: number) =>
  db.rows<ReferenceRow>(sql`
    select ${columns} from eval_references r
    where ${ofNode(place)} and ${after ? sql`(r.updated_at, r.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`}
    order by r.updated_at desc, r.id desc limit ${limit}`)

/** The whole set, the oldest entry first. */
export const findAllReferences = (db: Db, place: Place) =>
  db.rows<ReferenceRow & { messageIdHeader: string | null }>(sql`
    select ${columns}, m.message_id_header as "messageIdHeader"
    from eval_references r join message_threads m on m.id = r.message_id
    where ${ofNode(place)} order by r.created_at, r.id`)

/** Which of the messages are in the set. */
export const findKnown = async (db: Db, place: Place, messageIds: readonly string[]) =>
  new Map(
    (
      await db.rows<{ messageId: string; categories: string[] }>(sql`
        select r.message_id as "messageId", r.categories from eval_references r
        where ${ofNode(place)} and r.message_id = any (${messageIds}::uuid[])`)
    ).map(({ messageId, categories }) => [messageId, categories]),
  )

export type NewReference = {
  id: string
  messageId: string
  categories: readonly string[]
  source: Source
  heading: string
  excerpt: string
}
/** A message that is in the set already gets what is new. */
export const upsertReferences = (
  db: Db,
  { memberId, workflowId, nodeId }: Place,
  entries: readonly NewReference[],
) =>
  db.rows<ReferenceRow>(sql`
    insert into eval_references as r
      (id, member_id, workflow_id, node_id, message_id, categories, source, heading, excerpt)
    select e.id, ${memberId}, ${workflowId}, ${nodeId}, e."messageId", e.categories, e.source, e.heading, e.excerpt
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as e (id uuid, "messageId" uuid, categories text[], source text, heading text, excerpt text)
    join message_threads m on m.id = e."messageId"
    on conflict on constraint eval_references_key do update set categories = excluded.categories,
      source = excluded.source, heading = excluded.heading, excerpt = excluded.excerpt, updated_at = clock_timestamp()
    returning ${columns}`)

export const deleteReference = async (db: Db, memberId: string, id: string) =>
  (await db.run(sql`delete from eval_references where id = ${id} and member_id = ${memberId}`)) > 0

export type ExampleRow = { messageId: string; categories: string[]; heading: string; excerpt: string }
type Wanted = {
  /** The categories of the node: an entry with others says nothing about it any more. */
  labels: readonly string[]
  /** A conversation that is left out: its messages quote each other. */
  threadId: string | null
  limit: number
}
/** The newest entries, in turns between the categories. */
export const findExampleRows = (db: Db, place: Place, { labels, threadId, limit }: Wanted) =>
  db.rows<ExampleRow>(sql`
    select "messageId", categories, heading, excerpt from (
      select r.id, r.message_id as "messageId", r.categories, r.heading, r.excerpt, r.updated_at,
        row_number() over (partition by r.categories order by r.updated_at desc, r.id desc) as turn
      from eval_references r join message_threads m on m.id = r.message_id
      where ${ofNode(place)} and r.categories <@ ${labels}::text[]
        and m.thread_id is distinct from ${threadId}::uuid
    ) usable order by turn, updated_at desc, id desc limit ${limit}`)
