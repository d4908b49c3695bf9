import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { isUuid } from '../../platform/ids/ids.ts'
import type { WorkflowDeps } from './ports.ts'
import { deleteTestMessages, findTestMessages, insertTestMessages } from './test-messages.store.ts'
import { findOwnWorkflow } from './usage.store.ts'
import { lockWorkflow } from './workflows.store.ts'

/** Omits messages that no longer exist. */
export async function readTestMessages(db: Db, { ports }: WorkflowDeps, { memberId }: Caller, id: string) {
  const workflow = await findOwnWorkflow(db, memberId, id)
  if (!workflow) throw fault('workflow.not_found')
  const pinned = await findTestMessages(db, workflow.id)
  const there = await ports.findOwnMessages(db, memberId, pinned)
  return { messageIds: pinned.filter((messageId) => there.has(messageId)) }
}

/** Ignores duplicates. */
export async function pinTestMessages(
  db: Db,
  { ports }: WorkflowDeps,
  { memberId }: Caller,
  id: string,
  given: string[],
) {
  const workflow = await lockWorkflow(db, memberId, id)
  if (!workflow) throw fault('workflow.not_found')
  const messageIds = [...new Set(given.map((messageId) => messageId.toLowerCase()))]
  const there = await ports.findOwnMessages(db, memberId, messageIds.filter(isUuid))
  if (!messageIds.every((messageId) => there.has(messageId))) throw fault('webmail.message_not_found')
  await deleteTestMessages(db, workflow.id)
  await insertTestMessages(db, workflow.id, messageIds)
  return { messageIds }
}
