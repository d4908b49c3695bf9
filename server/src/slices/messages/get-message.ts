import type { MessageDetail } from '@mailwright/contract/messages'
import type { Static } from '@mailwright/contract/schema'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { type Sanitise, toDetails } from './message-detail.ts'
import { findMessage } from './messages.store.ts'

export async function getMessage(db: Db, { memberId }: Caller, id: string, sanitise: Sanitise) {
  const row = await findMessage(db, memberId, id)
  if (!row) throw fault('request.not_found')
  const [detail] = await toDetails([row], sanitise)
  return detail as Static<typeof MessageDetail>
}
