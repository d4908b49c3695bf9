import type { Conversation } from '@mailwright/contract/assistant'
import type { Static } from '@mailwright/contract/schema'
import type { Db } from '../../../platform/db/database.ts'
import { all, sql } from '../../../platform/db/sql.ts'
import type { WantedModel } from '../ports.ts'

export type ConversationView = Static<typeof Conversation>
export type ConversationRow = ConversationView & { memberId: string; turn: number; scopes: string[] | null }

const columns = sql`
  id, title, workflow_id as "workflowId", last_model as "lastModel", status,
  case when provider is not null then jsonb_strip_nulls(jsonb_build_object(
    'provider', provider, 'model', model, 'connectionId', connection_id)) end as model,
  jsonb_build_object('calls', calls, 'inputTokens', input_tokens, 'outputTokens', output_tokens,
    'costUsd', cost_usd) as usage,
  created_at as "createdAt", updated_at as "updatedAt"`
const full = sql`${columns}, member_id as "memberId", turn, scopes`

/** The most recent first. */
export const findConversations = (db: Db, memberId: string, workflowId: string | undefined, limit: number) =>
  db.rows<ConversationView>(sql`
    select ${columns} from assistant_conversations
    where ${all([sql`member_id = ${memberId}`, ...(workflowId ? [sql`workflow_id = ${workflowId}`] : [])])}
    order by updated_at desc, id desc limit ${limit}`)

export const findConversation = (db: Db, memberId: string, id: string) =>
  db.row<ConversationView>(sql`
    select ${columns} from assistant_conversations where id = ${id} and member_id = ${memberId}`)

type NewConversation = {
  id: string
  memberId: string
  title: string
  workflowId: string | null
  model: WantedModel | undefined
}
export const insertConversation = (db: Db, { id, memberId, title, workflowId, model }: NewConversation) =>
  db.row<ConversationView>(sql`
    insert into assistant_conversations (id, member_id, title, workflow_id, provider, model, connection_id)
    values (${id}, ${memberId}, ${title}, ${workflowId}, ${model?.provider ?? null}, ${model?.model ?? null},
      ${model?.connectionId ?? null})
    returning ${columns}`)

/** Begins the next turn unless one is running; its job writes only as long as this turn runs. */
export const startTurn = (db: Db, id: string, scopes: string[] | null, title: string | null) =>
  db.row<ConversationRow>(sql`
    update assistant_conversations set status = 'running', turn = turn + 1, scopes = ${scopes},
      title = case when title = '' then coalesce(${title}, '') else title end, updated_at = clock_timestamp()
    where id = ${id} and status <> 'running' returning ${full}`)

/** The conversation, if this turn still runs; locked until the transaction ends. */
export const lockTurn = (db: Db, id: string, turn: number) =>
  db.row<ConversationRow>(sql`
    select ${full} from assistant_conversations
    where id = ${id} and turn = ${turn} and status = 'running' for no key update`)

export const findTurn = (db: Db, id: string, turn: number) =>
  db.row<ConversationRow>(sql`
    select ${full} from assistant_conversations where id = ${id} and turn = ${turn} and status = 'running'`)

export const endTurn = (db: Db, id: string, turn: number, status: 'idle' | 'failed') =>
  db.row<{ id: string }>(sql`
    update assistant_conversations set status = ${status}, updated_at = clock_timestamp()
    where id = ${id} and turn = ${turn} and status = 'running' returning id`)

export const cancelTurn = (db: Db, memberId: string, id: string) =>
  db.row<{ id: string }>(sql`
    update assistant_conversations set status = 'cancelled', updated_at = clock_timestamp()
    where id = ${id} and member_id = ${memberId} and status = 'running' returning id`)

type Spent = { model: string; inputTokens: number; outputTokens: number; costUsd: number | null }
export const addUsage = (db: Db, id: string, spent: Spent) =>
  db.run(sql`
    update assistant_conversations set calls = calls + 1, last_model = ${spent.model},
      input_tokens = input_tokens + ${spent.inputTokens}, output_tokens = output_tokens + ${spent.outputTokens},
      cost_usd = case when ${spent.costUsd}::numeric is null then cost_usd
        else coalesce(cost_usd, 0) + ${spent.costUsd}::numeric end
    where id = ${id}`)
