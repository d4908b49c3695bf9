import type { aiCosts } from '@mailwright/contract/ai-costs'
import type { Reply } from '@mailwright/contract/route'
import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { LlmReply } from '../../../protocols/llm/index.ts'

type Shown = Reply<typeof aiCosts.calls>['calls'][number]
type CallRow = Omit<Shown, 'answer'> & { reply: LlmReply | null }
const maxCalls = 200

/** The calls of an execution with what is still kept of their texts. */
export const findCallsOf = (db: Db, memberId: string, executionId: string) =>
  db.rows<CallRow>(sql`
    select c.id, c.node_id as "nodeId", c.purpose, c.provider, c.model, c.created_at as "createdAt",
      c.tokens_in as "tokensIn", c.tokens_cached as "tokensCached", c.tokens_out as "tokensOut",
      c.cost_usd::float8 as "costUsd", a.prompt, a.reply
    from ai_calls c left join ai_answers a on a.call_id = c.id
    where c.execution_id = ${executionId} and c.member_id = ${memberId}
    order by c.created_at, c.id limit ${maxCalls}`)
