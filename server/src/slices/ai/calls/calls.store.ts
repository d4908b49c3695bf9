import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { LlmReply, LlmUsage } from '../../../protocols/llm/index.ts'
import type { Model } from '../models/defaults.store.ts'

const nil = '00000000-0000-0000-0000-000000000000'

export type StoredAnswer = {
  key: string
  reply: LlmReply
  provider: Model['provider']
  model: string
  costUsd: number | null
}

/** The committed answers under the keys. */
export const findAnswers = (db: Db, keys: readonly string[]) =>
  db.rows<StoredAnswer>(sql`
    select a.key, a.reply, c.provider, c.model, c.cost_usd::float8 as "costUsd"
    from ai_answers a join ai_calls c on c.id = a.call_id where a.key = any (${keys}::text[])`)

export type CallRecord = {
  id: string
  memberId: string
  workflowId: string | null
  executionId: string | null
  nodeId: string | null
  mailboxId: string | null
  purpose: string
  model: Model
  usage: LlmUsage
  costUsd: number | null
  /** Null: nothing came back that could be used. */
  answer: { key: string | null; prompt: object; reply: LlmReply } | null
}

/**
 * Records a call with its cost, its answer and its part of the budgets in one statement. May be repeated. False: another
 * call has committed an answer under the key before.
 */
export const settleCall = async (db: Db, c: CallRecord): Promise<boolean> => {
  const { key = null, prompt = null, reply = null } = c.answer ?? {}
  const row = await db.row<{ isStored: boolean }>(sql`
    with called as (
      insert into ai_calls (id, member_id, workflow_id, execution_id, node_id, mailbox_id, purpose, provider, model,
        tokens_in, tokens_cached, tokens_out, cost_usd)
      values (${c.id}, ${c.memberId}, ${c.workflowId}, ${c.executionId}, ${c.nodeId}, ${c.mailboxId}, ${c.purpose},
        ${c.model.provider}, ${c.model.model}, ${c.usage.inputTokens}, ${c.usage.cachedInputTokens},
        ${c.usage.outputTokens}, ${c.costUsd})
      on conflict (id) do nothing returning *
    ), spent as (
      insert into ai_spend as s (month, member_id, workflow_id, spent_usd)
      select date_trunc('month', created_at at time zone 'UTC')::date, member_id, coalesce(workflow_id, ${nil}), cost_usd
      from called where cost_usd > 0
      on conflict (month, member_id, workflow_id) do update set spent_usd = s.spent_usd + excluded.spent_usd
    ), freed as (
      delete from ai_reservations where call_id = ${c.id}
    ), answered as (
      insert into ai_answers (call_id, key, prompt, reply)
      select id, ${key}, ${prompt && JSON.stringify(prompt)}::json, ${reply && JSON.stringify(reply)}::json
      from called where ${reply !== null}
      on conflict on constraint ai_answers_key do nothing returning call_id
    )
    select exists (select from answered) or not exists (select from called) as "isStored"`)
  return row?.isStored ?? false
}

export type Reservation = 'reserved' | 'instance' | 'member' | 'workflow' | null

/** Null: no budget applies. A scope: its budget is used up. */
export const reserve = async (
  db: Db,
  r: { callId: string; processId: string; memberId: string; workflowId: string | null; amountUsd: number },
): Promise<Reservation> =>
  (
    await db.row<{ result: Reservation }>(sql`
      select ai_reserve(${r.callId}, ${r.processId}, ${r.memberId}, ${r.workflowId ?? nil}, ${r.amountUsd}) as result`)
  )?.result ?? null

export const freeReservation = (db: Db, callId: string) =>
  db.run(sql`delete from ai_reservations where call_id = ${callId}`)

export const deleteOldAnswers = (db: Db, days: number, batch: number) =>
  db.run(sql`
    delete from ai_answers where call_id in (
      select call_id from ai_answers where created_at < now() - make_interval(days => ${days}) limit ${batch})`)
