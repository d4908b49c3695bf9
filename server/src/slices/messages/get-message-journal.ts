import type { messages } from '@mailwright/contract/messages'
import type { Reply } from '@mailwright/contract/route'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { findEntryOfMessage, isOwnMessage } from './journal.store.ts'

type MessageExecution = Reply<typeof messages.journal>['executions'][number]
export type FindExecutions = (db: Db, messageId: string) => Promise<MessageExecution[]>

export async function getMessageJournal(db: Db, { memberId }: Caller, id: string, find: FindExecutions) {
  const [isOwn, entry, executions] = await Promise.all([
    isOwnMessage(db, memberId, id),
    findEntryOfMessage(db, id),
    find(db, id),
  ])
  if (!isOwn) throw fault('request.not_found')
  return { entry: entry ?? null, executions }
}
