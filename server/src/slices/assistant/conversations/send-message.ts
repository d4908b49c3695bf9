import type { Db } from '../../../platform/db/database.ts'
import { fault } from '../../../platform/errors/app-error.ts'
import type { Caller } from '../../../platform/http/call.ts'
import { newId } from '../../../platform/ids/ids.ts'
import { addJob } from '../../../platform/jobs/add-job.ts'
import type { AssistantDeps } from '../ports.ts'
import { turnJob } from '../turns/turn-job.ts'
import { cancelTurn, findConversation, startTurn } from './conversations.store.ts'
import { checkModel } from './create-conversation.ts'
import { closeMessages, insertMessage, viewOf } from './messages.store.ts'

const maxTitleLength = 80

/** The first line of the first message, until the member gives a title. */
const titleOf = (content: string) =>
  [...(content.trim().split('\n')[0] ?? '')].slice(0, maxTitleLength).join('')

export async function sendMessage(db: Db, deps: AssistantDeps, caller: Caller, id: string, content: string) {
  const found = await findConversation(db, caller.memberId, id)
  if (!found) throw fault('assistant.not_found')
  await checkModel(db, deps, found.model ?? undefined)
  const scopes = caller.via.kind === 'key' ? caller.via.scopes : null
  const row = await startTurn(db, found.id, scopes, titleOf(content))
  if (!row) throw fault('assistant.busy')
  const message = await insertMessage(db, { id: newId(), conversationId: row.id, role: 'user', content })
  if (!message) throw new Error('the insert returned no row')
  await addJob(db, turnJob, { conversationId: row.id, turn: row.turn })
  publishStatus(db, deps, caller.memberId, row.id, 'running')
  const { memberId: _memberId, turn: _turn, scopes: _scopes, ...conversation } = row
  return { conversation, message: viewOf(message) }
}

export async function cancelReply(db: Db, deps: AssistantDeps, { memberId }: Caller, id: string) {
  const cancelled = await cancelTurn(db, memberId, id)
  if (cancelled) {
    await closeMessages(db, cancelled.id)
    publishStatus(db, deps, memberId, cancelled.id, 'cancelled')
  }
  const conversation = await findConversation(db, memberId, id)
  if (!conversation) throw fault('assistant.not_found')
  return { conversation }
}

type Status = 'idle' | 'running' | 'failed' | 'cancelled'
export const publishStatus = (
  db: Db,
  { live }: Pick<AssistantDeps, 'live'>,
  memberId: string,
  conversationId: string,
  status: Status,
) => live.publish(db, { memberId, type: 'assistant.updated', data: { conversationId, status } })
