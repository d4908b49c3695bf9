import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { toThread } from './list-threads.ts'
import { type Sanitise, toDetails } from './message-detail.ts'
import { findMessagesOfThread } from './messages.store.ts'
import { findThread } from './threads.store.ts'

export async function getThread(db: Db, { memberId }: Caller, id: string, sanitise: Sanitise) {
  const [thread, messages] = await Promise.all([
    findThread(db, memberId, id),
    findMessagesOfThread(db, memberId, id),
  ])
  if (!thread) throw fault('request.not_found')
  return { thread: toThread(thread), messages: await toDetails(messages, sanitise) }
}
