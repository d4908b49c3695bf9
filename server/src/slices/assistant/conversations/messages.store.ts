import type { AssistantMessage } from '@mailwright/contract/assistant'
import type { Static } from '@mailwright/contract/schema'
import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { LlmToolCall } from '../../../protocols/llm/index.ts'

export type MessageView = Static<typeof AssistantMessage>
export type MessageRow = Omit<MessageView, 'toolCalls'> & {
  number: number
  isComplete: boolean
  toolCalls: LlmToolCall[]
}

const columns = sql`
  id, number, role, content, tool_calls as "toolCalls", tool_call_id as "toolCallId", tool_name as "toolName",
  tool_ok as "toolOk", tool_result as "toolResult", model, is_complete as "isComplete", created_at as "createdAt"`

/** What the provider wants back with a call is not for clients. */
export const viewOf = ({
  number: _number,
  isComplete: _isComplete,
  toolCalls,
  ...row
}: MessageRow): MessageView => ({
  ...row,
  toolCalls: toolCalls.map(({ id, name, arguments: given }) => ({ id, name, arguments: given })),
})

/** In the order of the conversation. */
export const findMessages = (db: Db, conversationId: string) =>
  db.rows<MessageRow>(sql`
    select ${columns} from assistant_messages where conversation_id = ${conversationId} order by number`)

type NewMessage = { id: string; conversationId: string } & (
  | { role: 'user'; content: string }
  | { role: 'assistant'; isComplete: boolean; content?: string }
  | { role: 'tool'; toolCallId: string; toolName: string; toolOk: boolean; toolResult: unknown }
)
/** Undefined if the result of this tool call is known already. */
export const insertMessage = (db: Db, m: NewMessage) =>
  db.row<MessageRow>(sql`
    insert into assistant_messages (id, conversation_id, number, role, content, tool_call_id, tool_name, tool_ok,
      tool_result, is_complete)
    select ${m.id}, ${m.conversationId}, coalesce(max(number), 0) + 1, ${m.role},
      ${'content' in m ? (m.content ?? '') : ''}, ${m.role === 'tool' ? m.toolCallId : null},
      ${m.role === 'tool' ? m.toolName : null}, ${m.role === 'tool' ? m.toolOk : null},
      ${m.role === 'tool' ? JSON.stringify(m.toolResult ?? null) : null}::jsonb,
      ${m.role === 'assistant' ? m.isComplete : true}
    from assistant_messages where conversation_id = ${m.conversationId}
    on conflict on constraint assistant_messages_tool_call_key do nothing
    returning ${columns}`)

/** Text that has been streamed so far, as long as the answer is not complete. */
export const saveText = (db: Db, id: string, content: string) =>
  db.row<{ id: string }>(sql`
    update assistant_messages m set content = ${content}
    from assistant_conversations c
    where m.id = ${id} and not m.is_complete and c.id = m.conversation_id and c.status = 'running'
    returning m.id`)

type Answer = { content: string; toolCalls: LlmToolCall[]; model: string | null }
export const completeMessage = (db: Db, id: string, { content, toolCalls, model }: Answer) =>
  db.run(sql`
    update assistant_messages set content = ${content}, tool_calls = ${JSON.stringify(toolCalls)}::jsonb,
      model = ${model}, is_complete = true
    where id = ${id} and not is_complete`)

/** What was streamed before the end of the turn stays as it is. */
export const closeMessages = (db: Db, conversationId: string) =>
  db.run(sql`
    update assistant_messages set is_complete = true
    where conversation_id = ${conversationId} and not is_complete`)
