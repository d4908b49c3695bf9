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
 * Records calls with their costs, their answers and their parts of the budgets in one statement. May be repeated. False:
 * another call has committed an answer under the key before.
 */
export const settleCalls = async (db: Db, calls: readonly CallRecord[]): Promise<boolean[]> => {
  const column = <T>(read: (call: CallRecord) => T): T[] => calls.map(read)
  const json = (value: object | undefined) => (value ? JSON.stringify(value) : null)
  const rows = await db.rows<{ id: string; isStored: boolean }>(sql`
    with given as (
      select * from unnest(${column(({ id }) => id)}::uuid[], ${column((c) => c.memberId)}::uuid[],
        ${column((c) => c.workflowId)}::uuid[], ${column((c) => c.executionId)}::uuid[],
        ${column((c) => c.nodeId)}::text[], ${column((c) => c.mailboxId)}::uuid[],
        ${column((c) => c.purpose)}::text[], ${column((c) => c.model.provider)}::text[],
        ${column((c) => c.model.model)}::text[], ${column((c) => c.usage.inputTokens)}::int[],
        ${column((c) => c.usage.cachedInputTokens)}::int[], ${column((c) => c.usage.outputTokens)}::int[],
        ${column((c) => c.costUsd)}::numeric[], ${column((c) => c.answer?.key ?? null)}::text[],
        ${column((c) => json(c.answer?.prompt))}::json[], ${column((c) => json(c.answer?.reply))}::json[])
      as g (id, member_id, workflow_id, execution_id, node_id, mailbox_id, purpose, provider, model, tokens_in,
        tokens_cached, tokens_out, cost_usd, key, prompt, reply)
    ), called as (
      insert into ai_calls (id, member_id, workflow_id, execution_id, node_id, mailbox_id, purpose, provider, model,
        tokens_in, tokens_cached, tokens_out, cost_usd)
      select id, member_id, workflow_id, execution_id, node_id, mailbox_id, purpose, provider, model, tokens_in,
        tokens_cached, tokens_out, cost_usd from given
      on conflict (id) do nothing returning *
    ), spent as (
      insert into ai_spend as s (month, member_id, workflow_id, spent_usd)
      select date_trunc('month', created_at at time zone 'UTC')::date, member_id, coalesce(workflow_id, ${nil}),
        sum(cost_usd)
      from called where cost_usd > 0 group by 1, 2, 3 order by 1, 2, 3
      on conflict (month, member_id, workflow_id) do update set spent_usd = s.spent_usd + excluded.spent_usd
    ), freed as (
      delete from ai_reservations where call_id in (select id from given)
    ), answered as (
      insert into ai_answers (call_id, key, prompt, reply)
      select id, g.key, g.prompt, g.reply from called join given g using (id) where g.reply is not null order by g.key
      on conflict on constraint ai_answers_key do nothing returning call_id
    )
    select id, id in (select call_id from answered) or id not in (select id from called) as "isStored" from given`)
  const stored = new Map(rows.map(({ id, isStored }) => [id, isStored]))
  return calls.map(({ id }) => stored.get(id) ?? false)
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
