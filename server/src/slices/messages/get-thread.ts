import type { Static } from '@mailwright/contract/schema'
import type { Thread } from '@mailwright/contract/threads'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { type Sanitise, toDetails } from './message-detail.ts'
import { findMessagesOfThread } from './messages.store.ts'

export async function getThread(db: Db, { memberId }: Caller, id: string, sanitise: Sanitise) {
  const messages = await findMessagesOfThread(db, memberId, id)
  const summary = messages[0]?.thread
  if (!summary) throw fault('request.not_found')
  const thread: Static<typeof Thread> = JSON.parse(summary)
  return { thread, messages: await toDetails(messages, sanitise) }
}
